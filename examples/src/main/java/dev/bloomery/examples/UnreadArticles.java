package dev.bloomery.examples;

import dev.bloomery.Filters;
import dev.bloomery.gate.OwnedKeyStore;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which articles a user has not read yet, exactly, from a table of what was read: most articles are new to most users, and for those the table is not
 * asked.
 */
public final class UnreadArticles implements AutoCloseable {
    private static final long BUDGET = 64 << 20;

    private final OwnerGate<String, Long> read;

    /**
     * @param table the table, with a unique index over user and article
     * @param directory where users are kept that are not active
     */
    public UnreadArticles(OwnedKeyStore<String, Long> table, Path directory) {
        read = OwnerGate.over(
                        table,
                        Filters.family(KeyEncoder.utf8(), KeyEncoder.int64())
                                .targetFpp(0.01)
                                .memoryBudget(BUDGET))
                .writers(StoreWriters.onlyThisProcess())
                .spillTo(directory)
                .openWarm(scanned -> {});
    }

    /** Of these articles, those that the user has not read; the table is asked once at most. */
    public List<Long> unread(String user, List<Long> articles) {
        Set<Long> known = read.containsWhich(user, articles);
        List<Long> rest = new ArrayList<>(articles);
        rest.removeAll(known);
        return rest;
    }

    /** True if it was not read before. */
    public boolean hasRead(String user, long article) {
        return read.addIfAbsent(user, article);
    }

    /** The user has left. */
    public void forget(String user) {
        read.removeOwner(user);
    }

    /** How many articles the table was not asked for. */
    public long spared() {
        return read.statistics().answeredByFilter();
    }

    @Override
    public void close() {
        read.close();
    }
}
