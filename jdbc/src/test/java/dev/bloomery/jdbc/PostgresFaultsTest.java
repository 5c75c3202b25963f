package dev.bloomery.jdbc;

/** Faults of a PostgreSQL. */
class PostgresFaultsTest extends DatabaseFaults {
    PostgresFaultsTest() {
        super(FaultyServer.Kind.POSTGRES);
    }
}
