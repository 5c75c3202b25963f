package dev.bloomery.jdbc;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of a MariaDB or a MySQL, by each driver. */
@ParameterizedClass
@EnumSource(
        value = FaultyServer.Kind.class,
        names = {"MARIADB", "CONNECTOR_J"})
class MySqlFaultsTest extends DatabaseFaults {
    MySqlFaultsTest(FaultyServer.Kind kind) {
        super(kind);
    }
}
