package dev.bloomery.examples;

import dev.bloomery.CuckooSpec;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.GateStatistics;
import dev.bloomery.gate.KeyStore;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;

/**
 * The names of a sign-up form in front of a table of users: free names are found free without a query, and a name is given to one person
 * only.
 */
public final class SignUpForm implements AutoCloseable {
    private final Gate<String> names;

    /** @param users the table, with a unique column of names */
    public SignUpForm(KeyStore<String> users, long expectedUsers) {
        names = Gate.over(users, KeyEncoder.utf8(), CuckooSpec.of(expectedUsers, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
    }

    /** While the name is typed. */
    public boolean isFree(String name) {
        return !names.contains(name);
    }

    /** True for exactly one of those who want the name. */
    public boolean signUp(String name) {
        return names.addIfAbsent(name);
    }

    /** The name is free again. */
    public boolean leave(String name) {
        return names.remove(name);
    }

    /** False if there is no such user, or the new name is taken. */
    public boolean rename(String oldName, String newName) {
        return names.replace(oldName, newName);
    }

    /** How many questions the table was spared. */
    public GateStatistics statistics() {
        return names.statistics();
    }

    @Override
    public void close() {
        names.close();
    }
}
