package dev.bloomery.examples.usernames;

import dev.bloomery.gate.DurableFilters;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;

/**
 * The names of a sign-up form in front of a table of users: free names are found free without a query, and a name is given to one person
 * only. The filter is in a directory, so that the table is read at the very first start only, also after a crash. It is a cuckoo filter because
 * names become free again. For any number of threads.
 */
final class SignUpForm implements AutoCloseable {
    static final double TARGET_FPP = 0.01;

    private final Gate<String> names;

    /**
     * Opens it, when the filter is complete.
     *
     * @param users the table, which nobody else writes, also not while the form is closed
     * @param directory of the filter
     * @param mostUsers how many there may be, before the filter must be made anew
     */
    SignUpForm(KeyStore<String> users, Path directory, long mostUsers) {
        names = Gate.over(users, DurableFilters.in(directory, KeyEncoder.utf8(), CuckooSpec.of(mostUsers, TARGET_FPP)))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
    }

    /** While the name is typed. */
    boolean isFree(String name) {
        return !names.contains(name);
    }

    /** True for exactly one of those who want the name. */
    boolean signUp(String name) {
        return names.addIfAbsent(name);
    }

    /** The name is free again. */
    boolean leave(String name) {
        return names.remove(name);
    }

    /** False if there is no such user, or the new name is taken. */
    boolean rename(String oldName, String newName) {
        return names.replace(oldName, newName);
    }

    /** How many questions the table was spared. */
    GateStatistics statistics() {
        return names.statistics();
    }

    @Override
    public void close() {
        names.close();
    }
}
