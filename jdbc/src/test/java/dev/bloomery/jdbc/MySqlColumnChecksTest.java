package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bloomery.gate.store.StoreException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is refused in a MariaDB or a MySQL when a store is opened, by either driver, and that the statement in the message
 * mends it.
 */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlColumnChecksTest {
    private static final KeyColumn<String> NAME = KeyColumn.text("users", "name");
    private static final KeyColumn<Long> ID = KeyColumn.int64("users", "name");
    private static final KeyColumn<java.util.UUID> UUID = KeyColumn.uuid("users", "name");
    private static final String PASTED = "; run: ";

    private final MySqlDriver driver;

    MySqlColumnChecksTest(MySqlDriver driver) {
        this.driver = driver;
    }

    private DataSource database(String... statements) {
        DataSource source = TestMariaDb.shared().newDatabase(driver);
        TestPostgres.execute(source, statements);
        return source;
    }

    private DataSource table(String columns) {
        return database("CREATE TABLE users (" + columns + ")");
    }

    private static KeyColumn<?> column(String kind) {
        return switch (kind) {
            case "text" -> NAME;
            case "int64" -> ID;
            default -> UUID;
        };
    }

    private static String refusal(DataSource source, KeyColumn<?> column) {
        try {
            open(source, column);
        } catch (UnfitColumnException refused) {
            return String.valueOf(refused.getMessage());
        }
        throw new AssertionError("the column was not refused");
    }

    private static void open(DataSource source, KeyColumn<?> column) {
        assertThat(JdbcKeyStore.over(source, column).open().toString()).contains(column.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~', // none
            value = {
                "text | name VARCHAR(20) COLLATE utf8mb4_general_ci PRIMARY KEY | 'a' and 'A'",
                "text | name VARCHAR(20) COLLATE utf8mb4_bin PRIMARY KEY | 'a' and 'a '",
                "text | name VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin UNIQUE | character set is latin1",
                "text | name CHAR(20) PRIMARY KEY | cuts blanks",
                "text | name BINARY(20) PRIMARY KEY | zero bytes",
                "text | name TEXT, UNIQUE (name(20)) | type is text",
                "text | name BLOB, UNIQUE (name(20)) | type is blob",
                "text | name BIGINT PRIMARY KEY | not text",
                "text | name ENUM('a', 'b') UNIQUE | not text",
                "text | name VARCHAR(200), UNIQUE (name(10)) | first 10 characters",
                "text | name VARCHAR(20), other INT, UNIQUE i (name, other) | i: of other columns",
                "text | name VARCHAR(20), other VARCHAR(20) UNIQUE | another column",
                "text | name VARCHAR(20), KEY (name) | no unique index covers it alone, and as a whole; run",
                "int64 | name BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY | too large for a long",
                "int64 | name DECIMAL(20) PRIMARY KEY | other numbers",
                "int64 | name DOUBLE PRIMARY KEY | other numbers",
                "int64 | name VARCHAR(20) PRIMARY KEY | other numbers",
                "uuid | name CHAR(36) COLLATE utf8mb4_general_ci PRIMARY KEY | upper and lower case",
                "uuid | name VARCHAR(36) COLLATE utf8mb4_general_ci PRIMARY KEY | upper and lower case",
            })
    void open_columnThatIsUnfit_isRefusedWithAStatementThatMendsIt(String kind, String columns, String reason) {
        DataSource source = table(columns);
        String message = refusal(source, column(kind));
        assertThat(message).contains(reason).contains(PASTED);
        for (int steps = 0; steps < 2 && message.contains(PASTED); steps++) { // a type, and then an index
            TestPostgres.execute(source, message.substring(message.indexOf(PASTED) + PASTED.length()));
            try {
                open(source, column(kind));
                return;
            } catch (UnfitColumnException other) {
                message = String.valueOf(other.getMessage());
            }
        }
        assertThat(message).as("after what was advised").isEmpty();
    }

    @Test
    void open_columnWithMoreThanAType_keepsIt() {
        DataSource source = table(
                "id INT, name VARCHAR(20) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s \\\\' COMMENT 'the ''name''' UNIQUE");
        String message = refusal(source, NAME);
        assertThat(message)
                .endsWith("VARCHAR(20) CHARACTER SET utf8mb4 COLLATE "
                        + TestMariaDb.shared().exactCollation()
                        + " NOT NULL DEFAULT 'it''s \\\\' COMMENT 'the ''name'''");
        TestPostgres.execute(source, message.substring(message.indexOf(PASTED) + PASTED.length()));
        open(source, NAME);
    }

    /** A timed-out insert is reported as not done there although the row is in the table. */
    @ParameterizedTest
    @ValueSource(strings = {"MyISAM", "MEMORY"})
    void open_tableOfAnEngineWithoutTransactions_isRefused(String engine) {
        DataSource source = database("CREATE TABLE users (name VARCHAR(20) PRIMARY KEY) ENGINE = " + engine);
        String message = refusal(source, NAME);
        assertThat(message).contains("engine " + engine).contains(PASTED);
        TestPostgres.execute(source, message.substring(message.indexOf(PASTED) + PASTED.length()));
        open(source, NAME);
    }

    @Test
    void open_columnThatIsComputed_isRefused() {
        assertThat(refusal(table("mail VARCHAR(20), name VARCHAR(20) AS (LOWER(mail)) STORED UNIQUE"), NAME))
                .contains("computed from other columns");
    }

    /** Its unique index compares hashes first; others than trees are not known well enough. */
    @Test
    void open_uniqueTextWithoutALength_isRefused() {
        assumeTrue(TestMariaDb.shared().isMariaDb(), "MySQL has no such indexes");
        assertThat(refusal(table("name TEXT UNIQUE"), NAME)).contains("or a hash");
        assertThat(refusal(table("name VARBINARY(5000) UNIQUE"), NAME)).contains("of the type HASH");
    }

    @Test
    void open_view_isRefused() {
        DataSource source =
                database("CREATE TABLE t (name VARCHAR(20) PRIMARY KEY)", "CREATE VIEW users AS SELECT name FROM t");
        assertThat(refusal(source, NAME))
                .contains("not belong to an ordinary table")
                .contains("view");
    }

    @Test
    void open_noDefaultDatabase_isRefusedUnlessOneIsNamed() {
        TestMariaDb server = TestMariaDb.shared();
        String database = server.newName();
        String table = "only_" + database;
        TestPostgres.execute(
                server.source(driver, database), "CREATE TABLE " + table + " (name VARCHAR(20) PRIMARY KEY)");
        DataSource source = server.source(driver, "");
        KeyColumn<String> column = KeyColumn.text(table, "name");
        assertThat(refusal(source, column)).contains("no default database").contains("inSchema");
        open(source, column.inSchema(database));
        assertThat(refusal(source, column.inSchema("nowhere")))
                .contains("there is a table \"" + database + "\".\"" + table + "\"");
    }

    @Test
    void open_noSuchTableOrColumn_namesSimilarOnes() {
        DataSource source = database("CREATE TABLE Users (Name VARCHAR(20) PRIMARY KEY)");
        assertThat(refusal(source, NAME)).contains("there is a table \"Users\": write it exactly so");
        assertThat(refusal(source, KeyColumn.text("Users", "name"))).contains("there is a column \"Name\"");
        assertThat(refusal(source, KeyColumn.text("nowhere", "name"))).contains("create it first");
        open(source, KeyColumn.text("Users", "Name"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text | id INT, name VARCHAR(768) NOT NULL UNIQUE",
                "text | name VARCHAR(20), UNIQUE (name), UNIQUE (name(5))",
                "text | name VARBINARY(255) PRIMARY KEY",
                "text | name VARCHAR(20) CHARACTER SET binary PRIMARY KEY",
                "int64 | name BIGINT AUTO_INCREMENT PRIMARY KEY",
                "int64 | name INT UNSIGNED PRIMARY KEY",
                "int64 | name TINYINT PRIMARY KEY",
                "uuid | name BINARY(16) PRIMARY KEY",
                "uuid | name CHAR(36) CHARACTER SET ascii COLLATE ascii_bin UNIQUE",
                "uuid | name VARCHAR(36) CHARACTER SET latin1 COLLATE latin1_bin UNIQUE",
                "uuid | name VARCHAR(100) UNIQUE",
            })
    void open_columnThatFits_isOpened(String kind, String columns) {
        open(table(columns), column(kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"VARCHAR(100)", "CHAR(36) COLLATE utf8mb4_bin", "BINARY(20)", "VARBINARY(16)", "BIGINT"})
    void open_columnOfUuids_isOpenedOrRefusedWithWhatFits(String type) {
        boolean fits = type.startsWith("VARCHAR") || type.startsWith("CHAR");
        DataSource source = table("name " + type + " PRIMARY KEY");
        if (fits) {
            open(source, UUID);
        } else {
            assertThat(refusal(source, UUID)).contains("does not fit UUIDs").contains("BINARY(16)");
        }
    }

    @Test
    void open_connectionsThatReadWhatIsNotCommitted_areRefused() {
        String isolation = TestMariaDb.shared().isMariaDb() ? "tx_isolation" : "transaction_isolation";
        DataSource source =
                TestMariaDb.shared().newDatabase(driver, "sessionVariables=" + isolation + "='READ-UNCOMMITTED'");
        TestPostgres.execute(source, "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)");
        assertThatThrownBy(() -> JdbcKeyStore.over(source, NAME).open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use read committed");
    }

    private String otherCharacterSet() {
        return driver == MySqlDriver.CONNECTOR_J
                ? "characterEncoding=ISO-8859-1"
                : "sessionVariables=character_set_results=latin1"; // this driver always sends UTF-8
    }

    /** What such a connection cannot carry becomes a question mark, without an error: keys would not be found. */
    @Test
    void open_connectionsOfAnotherCharacterSet_areRefused() {
        DataSource source = TestMariaDb.shared().newDatabase(driver, otherCharacterSet());
        TestPostgres.execute(source, "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)");
        assertThat(refusal(source, NAME))
                .contains("does not carry all characters")
                .contains("leave characterEncoding");
        TestPostgres.execute(source, "ALTER TABLE users MODIFY name VARBINARY(20)");
        open(source, NAME); // bytes are carried as they are
    }

    /** A connection that is not the one of the opening: its scan ends with an error, and goes on for ever otherwise. */
    @Test
    void scan_connectionOfAnotherCharacterSet_fails() {
        String database = TestMariaDb.shared().newName();
        DataSource good = TestMariaDb.shared().source(driver, database);
        DataSource bad = TestMariaDb.shared().source(driver, database, otherCharacterSet());
        TestPostgres.execute(
                good,
                "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)",
                "INSERT INTO users VALUES ('\u4E2D'), ('\u4E2E')");
        AtomicReference<DataSource> now = new AtomicReference<>(good);
        DataSource changing = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> method.invoke(now.get(), arguments));
        JdbcKeyStore<String> store = JdbcKeyStore.over(changing, NAME).open();
        now.set(bad);
        assertThatThrownBy(() -> store.scan(key -> {}))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("a page of the scan ended with the key after which it should begin");
    }

    /** Bytes that are no text, and texts that are no UUID, are in the table, and are no keys. */
    @Test
    void scan_valuesThatAreNoKeys_areLeftAside() {
        DataSource bytes = database(
                "CREATE TABLE users (name VARBINARY(20) UNIQUE)",
                "INSERT INTO users VALUES (NULL), (NULL), (0xFF), (0xC3), (0x61), (0xC3A9)");
        JdbcKeyStore<String> texts = JdbcKeyStore.over(bytes, NAME).fetchSize(1).open();
        assertThat(texts.scan(key -> assertThat(key).isIn("a", "é"))).isEqualTo(2);
        assertThat(texts.containsWhich(List.of("a", "é", "\uFFFD"))).containsExactlyInAnyOrder("a", "é");
        DataSource chars = database(
                "CREATE TABLE users (name CHAR(36) CHARACTER SET ascii COLLATE ascii_bin UNIQUE)",
                "INSERT INTO users VALUES (NULL), (''), ('00000000-0000-0000-0000-00000000000A'),"
                        + " ('00000000-0000-0000-0000-00000000000a')");
        assertThat(JdbcKeyStore.over(chars, UUID).fetchSize(1).open().scan(key -> {}))
                .isEqualTo(1);
    }
}
