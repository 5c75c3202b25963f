package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.testkit.store.GateProcess;

/** A process with a gate over {@code users.name}. Arguments: the address of the database, whether it is guarded. */
final class GuardChild {
    private GuardChild() {}

    public static void main(String[] arguments) throws Exception {
        try (HikariDataSource pool = TestPostgres.pool(LocksChild.source(arguments[0]), 20)) {
            StoreWriters<String> writers = StoreWriters.onlyThisProcess();
            GateProcess.serve(Gate.over(
                            JdbcKeyStore.over(pool, KeyColumn.text("users", "name"))
                                    .open(),
                            KeyEncoder.utf8(),
                            BloomSpec.of(100_000, 0.001))
                    .writers(Boolean.parseBoolean(arguments[1]) ? writers : writers.unguarded())
                    .open());
        }
    }
}
