package dev.bloomery.examples.spam;

import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spec.BloomSpec;

/**
 * Says whether a message is spam: if it was reported often enough. Most messages were never reported, and for those the filter answers; it
 * learns a report before the table does, so that none is missed.
 */
final class SpamCheck implements AutoCloseable {
    private static final int REPORTS_OF_SPAM = 3;

    private final SignatureTable table;
    private final LoadingGate<Signature, Long> reports;

    /** Opens with all signatures of the table, which nobody else writes. */
    SpamCheck(SignatureTable table, long capacity, double targetFpp) {
        this.table = table;
        reports = LoadingGate.over(table.reports(), Signature.ENCODER, BloomSpec.of(capacity, targetFpp))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
    }

    boolean isSpam(String message) {
        return reports.get(Signature.of(message)).orElse(0L) >= REPORTS_OF_SPAM;
    }

    /** A reader says that it is spam. */
    void report(String message) {
        Signature signature = Signature.of(message);
        reports.writing(signature, () -> table.report(signature));
    }

    GateStatistics statistics() {
        return reports.statistics();
    }

    @Override
    public void close() {
        reports.close();
    }
}
