package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.jdbc.internal.dialect.ColumnKind;
import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import dev.bloomery.jdbc.internal.dialect.Dialect.Product;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which server it is, by what it says itself; clusters and other databases are played by what they say. */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlServerTest {
    private static final ColumnPlace ID = new ColumnPlace(null, "users", "id", ColumnKind.INT64);

    private final DataSource source;

    MySqlServerTest(MySqlDriver driver) {
        source = TestMariaDb.shared().newDatabase(driver);
        TestPostgres.execute(source, "CREATE TABLE users (id BIGINT PRIMARY KEY)");
    }

    @Test
    void of_realServer_isKnownAndOrdersWrites() throws Exception {
        try (Connection connection = source.getConnection()) {
            Dialect dialect = Dialect.of(connection, ID);
            assertThat(dialect.product()).isEqualTo(Product.MYSQL);
            assertThat(dialect.ordersWrites()).isTrue();
            assertThat(dialect.brokenIsRolledBack()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.0.11-TiDB-v8.5.1", "8.0.30-Vitess", "5.7.25-OceanBase-v4.2", "5.7.99-dolt"})
    void of_databaseThatOnlySpeaksTheProtocol_isUsedByPlainSql(String version) throws Exception {
        Dialect dialect = dialectOf(Map.of("version", version));
        assertThat(dialect.product()).isEqualTo(Product.OTHER);
        assertThat(dialect.ordersWrites()).isFalse();
        assertThat(dialect.brokenIsRolledBack()).isFalse();
    }

    /** A write on one server of such a cluster does not wait for one on another server. */
    @ParameterizedTest
    @CsvSource({
        "wsrep_on, ON, '', '', false",
        "wsrep_on, OFF, '', '', true",
        "group_replication_group_name, 1-2-3, group_replication_single_primary_mode, OFF, false",
        "group_replication_group_name, 1-2-3, group_replication_single_primary_mode, ON, true",
        "group_replication_group_name, '', group_replication_single_primary_mode, OFF, true",
    })
    void of_serverOfACluster_ordersWritesUnlessOthersWrite(
            String variable, String value, String other, String otherValue, boolean orders) throws Exception {
        Dialect dialect = dialectOf(Map.of("version", "11.4.5-MariaDB", variable, value, other, otherValue));
        assertThat(dialect.product()).isEqualTo(Product.MYSQL);
        assertThat(dialect.ordersWrites()).isEqualTo(orders);
        assertThat(dialect.brokenIsRolledBack()).isTrue();
    }

    /** The dialect for a server that has these variables and is the real one otherwise. */
    private Dialect dialectOf(Map<String, String> variables) throws Exception {
        try (Connection connection = source.getConnection()) {
            return Dialect.of(playing(Connection.class, connection, variables), ID);
        }
    }

    private static <T> T playing(Class<T> type, T target, Map<String, String> variables) {
        return type.cast(Proxy.newProxyInstance(
                MySqlServerTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery")
                            && arguments != null
                            && ((String) arguments[0]).startsWith("SHOW VARIABLES")) {
                        return rows(variables);
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        return method.getName().equals("createStatement")
                                ? playing(Statement.class, (Statement) result, variables)
                                : result;
                    } catch (InvocationTargetException problem) {
                        throw problem.getCause();
                    }
                }));
    }

    private static ResultSet rows(Map<String, String> variables) {
        List<Map.Entry<String, String>> rows = List.copyOf(variables.entrySet());
        int[] at = {-1};
        return (ResultSet) Proxy.newProxyInstance(
                MySqlServerTest.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "next" -> ++at[0] < rows.size();
                    case "getString" ->
                        (int) arguments[0] == 1
                                ? rows.get(at[0]).getKey()
                                : rows.get(at[0]).getValue();
                    default -> null;
                });
    }
}
