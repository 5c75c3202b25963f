package dev.bloomery.examples.feed;

import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.key.KeyEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a user has not read yet, by a gate: it has all rules about threads, failures and users who leave, and reads the whole table at each
 * start. For any number of threads.
 */
final class GatedFeed implements AutoCloseable {
    private final OwnerGate<Long, Long> read;

    /**
     * Opens it, when all filters are complete.
     *
     * @param table the table, which nobody else writes
     * @param directory where filters of users go that are not active
     * @param memoryBudget bytes for filters of users that are
     */
    GatedFeed(ReadTable table, Path directory, double targetFpp, long memoryBudget) {
        read = OwnerGate.over(
                        table,
                        FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), targetFpp)
                                .memoryBudget(memoryBudget))
                .writers(StoreWriters.onlyThisProcess())
                .spillTo(directory)
                .openWarm(scanned -> {});
    }

    /** Of these articles, those that the user has not read; the table is asked once at most. */
    List<Long> unread(long user, List<Long> articles) {
        Set<Long> known = read.containsWhich(user, articles);
        List<Long> rest = new ArrayList<>(articles);
        rest.removeAll(known);
        return rest;
    }

    /** True if it was not read before. */
    boolean hasRead(long user, long article) {
        return read.addIfAbsent(user, article);
    }

    /** The user has left. */
    void forget(long user) {
        boolean unused = read.removeOwner(user);
    }

    GateStatistics statistics() {
        return read.statistics();
    }

    FamilyInfo family() {
        return read.familyInfo().orElseThrow();
    }

    @Override
    public void close() {
        read.close();
    }
}
