package dev.bloomery.examples.spam;

import dev.bloomery.BloomSpec;
import dev.bloomery.gate.GateStatistics;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.StoreWriters;

/**
 * Says whether a message is spam: if it was reported often enough. Most messages were never reported, and for those the filter answers; it
 * learns a report before the store does, so that none is missed.
 */
final class SpamCheck implements AutoCloseable {
    private static final int REPORTS_OF_SPAM = 3;

    private final SignatureFile store;
    private final LoadingGate<Signature, Long> reports;

    /** Opens with all signatures of the store, which nobody else writes. */
    SpamCheck(SignatureFile store, long capacity, double targetFpp) {
        this.store = store;
        reports = LoadingGate.over(store, Signature.ENCODER, BloomSpec.of(capacity, targetFpp))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
    }

    boolean isSpam(String message) {
        return reports.get(Signature.of(message)).orElse(0L) >= REPORTS_OF_SPAM;
    }

    /** A reader says that it is spam. */
    void report(String message) {
        Signature signature = Signature.of(message);
        reports.writing(signature, () -> store.report(signature));
    }

    GateStatistics statistics() {
        return reports.statistics();
    }

    @Override
    public void close() {
        reports.close();
    }
}
