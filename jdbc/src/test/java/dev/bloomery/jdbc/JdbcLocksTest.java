package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.gate.store.StoreLocks.Session;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** What the locks of one database have to themselves, beside the contract of all. */
@Timeout(120)
class JdbcLocksTest {
    private static final String TABLE = "CREATE TABLE users (name VARCHAR(200) PRIMARY KEY)";
    private static final KeyColumn<String> COLUMN = KeyColumn.text("users", "name");

    private static final Duration BUSY = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    private <T extends AutoCloseable> T opened(T what) {
        opened.add(0, what);
        return what;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable what : opened) {
            what.close();
        }
    }

    private Session open(StoreLocks locks) {
        return opened(locks.open());
    }

    private static StoreLocks locks(DataSource source) {
        return LocksChild.locks(source);
    }

    private static PGSimpleDataSource postgres() {
        TestPostgres server = TestPostgres.shared();
        PGSimpleDataSource source = server.dataSource(server.newSchema());
        TestPostgres.execute(source, TABLE);
        return source;
    }

    private static DataSource mariaDb(String parameters) {
        DataSource source = TestMariaDb.shared().newDatabase(MySqlDriver.MARIADB, parameters);
        TestPostgres.execute(source, TABLE);
        return source;
    }

    private SQLiteDataSource sqlite() {
        SQLiteDataSource source = TestDatabases.sqlite(directory);
        TestPostgres.execute(source, TABLE);
        return source;
    }

    // which gates are the same

    @Test
    void postgres_schemaGivenOrFound_isTheSameGate() {
        PGSimpleDataSource found = postgres();
        StoreLocks given = JdbcKeyStore.over(
                        TestPostgres.shared().dataSource(), COLUMN.inSchema(found.getCurrentSchema()))
                .open()
                .locks()
                .orElseThrow();
        assertThat(open(locks(found)).tryLock(1)).isTrue();
        assertThat(open(given).tryLock(1)).isFalse();
    }

    @Test
    void postgres_sameTableInOtherSchema_isAnotherGate() {
        assertThat(open(locks(postgres())).tryLock(1)).isTrue();
        Session other = open(locks(postgres()));
        assertThat(other.lockedByOthers()).isZero();
        assertThat(other.tryLock(1)).isTrue();
    }

    @Test
    void mariaDb_sameTableInOtherDatabase_isAnotherGate() {
        assertThat(open(locks(mariaDb(""))).tryLock(1)).isTrue();
        assertThat(open(locks(mariaDb(""))).tryLock(1)).isTrue();
    }

    @Test
    void sqlite_otherWayToTheFile_isTheSameGate() throws IOException {
        SQLiteDataSource source = sqlite();
        Path file = Path.of(source.getUrl().substring("jdbc:sqlite:".length()));
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        SQLiteDataSource other = new SQLiteDataSource();
        other.setUrl("jdbc:sqlite:" + link.resolve(file.getFileName()));
        assertThat(open(locks(source)).tryLock(1)).isTrue();
        Session session = open(locks(other));
        assertThat(session.lockedByOthers()).isEqualTo(1 << 1);
        assertThat(session.tryLock(1)).isFalse();
    }

    @Test
    void locks_databaseThatCanHoldNone_areEmpty() {
        DataSource h2 = TestDatabases.h2();
        TestPostgres.execute(h2, "CREATE TABLE \"users\" (\"name\" VARCHAR(200) PRIMARY KEY)");
        assertThat(JdbcKeyStore.over(h2, COLUMN).open().locks()).isEmpty();
        SQLiteDataSource memory = new SQLiteDataSource();
        memory.setUrl("jdbc:sqlite:file:locks?mode=memory&cache=shared");
        Connection keepsIt = opened(connection(memory));
        TestPostgres.execute(memory, TABLE);
        assertThat(JdbcKeyStore.over(memory, COLUMN).open().locks()).isEmpty();
        assertThat(keepsIt).isNotNull();
    }

    @Test
    void locks_ofLoader_areThoseOfTheStore() {
        DataSource source = postgres();
        StoreLocks ofLoader = JdbcKeyStore.over(source, COLUMN)
                .loading(List.of("name"), row -> row.getString(1))
                .locks()
                .orElseThrow();
        assertThat(open(locks(source)).tryLock(1)).isTrue();
        assertThat(open(ofLoader).tryLock(1)).isFalse();
    }

    private static Connection connection(DataSource source) {
        try {
            return source.getConnection();
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    // connections

    @Test
    void open_poolOfOneConnection_isRefusedAndTheStoreGoesOn() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(postgres());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(300);
        HikariDataSource pool = opened(new HikariDataSource(config));
        JdbcKeyStore<String> store = JdbcKeyStore.over(pool, COLUMN).open();
        StoreLocks locks = store.locks().orElseThrow();
        assertThatThrownBy(locks::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("one connection more")
                .hasMessageContaining("locksFrom");
        assertThatThrownBy(locks::open)
                .as("again, without taking the connection")
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("less than a minute ago");
        assertThat(store.insert("ada")).isTrue();
    }

    @Test
    void open_oneConnectionForAll_isRefused() throws SQLException {
        OneConnection one = opened(new OneConnection(postgres(), connection -> {}));
        StoreLocks locks = locks(one.dataSource());
        assertThatThrownBy(locks::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("same connection")
                .hasMessageContaining("locksFrom");
    }

    @Test
    void locksFrom_otherSource_leavesTheSmallPoolAlone() {
        PGSimpleDataSource source = postgres();
        HikariDataSource pool = opened(TestPostgres.pool(source, 1));
        KeyStore<String> store = JdbcKeyStore.over(pool, COLUMN)
                .locksFrom(source)
                .locksSilence(BUSY)
                .open();
        Session session = open(store.locks().orElseThrow());
        assertThat(session.tryLock(1)).isTrue();
        assertThat(store.insert("ada")).isTrue();
        assertThat(open(locks(source)).lockedByOthers()).isEqualTo(1 << 1);
    }

    @Test
    void locksFrom_otherDatabase_isRefused() {
        assertThatThrownBy(() -> JdbcKeyStore.over(mariaDb(""), COLUMN)
                        .locksFrom(mariaDb(""))
                        .locksSilence(BUSY)
                        .open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another database");
    }

    @Test
    void close_connectionOfPool_goesBackAsItCame() throws SQLException {
        HikariDataSource pool = opened(TestPostgres.pool(postgres(), 2));
        String settings = "SELECT string_agg(name || '=' || setting, ', ' ORDER BY name) FROM pg_settings"
                + " WHERE name LIKE 'tcp_keepalives%' OR name LIKE '%isolation%' OR name = 'idle_session_timeout'";
        List<String> before = onBoth(pool, settings);
        locks(pool).open().close();
        assertThat(onBoth(pool, settings)).isEqualTo(before);
        assertThat(onBoth(pool, "SELECT coalesce(current_setting('bloomery.session', true), '')"))
                .containsOnly("");
    }

    private static List<String> onBoth(DataSource pool, String sql) throws SQLException {
        try (Connection one = pool.getConnection();
                Connection two = pool.getConnection()) {
            return List.of(text(one, sql), text(two, sql));
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void session_silentNetwork_throwsAndClosesSoon() throws Exception {
        PGSimpleDataSource direct = postgres();
        LoopbackProxy proxy = opened(LoopbackProxy.to(TestPostgres.shared().port()));
        Session session = open(JdbcKeyStore.over(direct, COLUMN)
                .locksFrom(TestPostgres.shared().dataSource(direct.getCurrentSchema(), proxy.port()))
                .open()
                .locks()
                .orElseThrow());
        assertThat(session.tryLock(1)).isTrue();
        proxy.silence();
        long begun = System.nanoTime();
        assertThatThrownBy(session::lockedByOthers).isInstanceOf(StoreException.class);
        session.close();
        assertThat(System.nanoTime() - begun)
                .as("600 ms, and a margin for a busy machine")
                .isLessThan(3_000_000_000L);
    }

    @Test
    void mariaDb_shortIdleTime_doesNotEndTheSession() throws Exception {
        Session session = open(locks(mariaDb("sessionVariables=wait_timeout=1")));
        assertThat(session.tryLock(1)).isTrue();
        Thread.sleep(2_500); // as if the process were stopped
        assertThat(session.lockedByOthers()).isZero();
    }

    /** Connections that can be cut off here, of which the server notices nothing. */
    private static final class SilentlyCut {
        private final List<Connection> left = new ArrayList<>();
        private boolean isCut;

        DataSource over(DataSource source) {
            return (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (proxy, method, arguments) -> cuttable(source.getConnection()));
        }

        private Connection cuttable(Connection target) {
            boolean[] isOver = new boolean[1];
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (isCut || isOver[0]) {
                            if (!isOver[0]) {
                                isOver[0] = true;
                                left.add(target);
                            }
                            if (List.of("abort", "close").contains(method.getName())) {
                                return null;
                            }
                            throw new SQLException("cut off", "08006");
                        }
                        try {
                            return method.invoke(target, arguments);
                        } catch (InvocationTargetException problem) {
                            throw problem.getCause();
                        }
                    });
        }
    }

    @Test
    void mariaDb_sessionWasLostAndServerDidNotNotice_isEndedByTheNext() throws Exception {
        DataSource source = mariaDb("");
        SilentlyCut network = new SilentlyCut();
        StoreLocks locks = JdbcKeyStore.over(source, COLUMN)
                .locksFrom(network.over(source))
                .locksSilence(BUSY)
                .open()
                .locks()
                .orElseThrow();
        Session lost = open(locks);
        assertThat(lost.tryLock(1)).isTrue();
        network.isCut = true;
        assertThatThrownBy(lost::lockedByOthers).isInstanceOf(StoreException.class);
        lost.close();
        network.isCut = false;
        assertThat(open(locks(source)).lockedByOthers())
                .as("the server believes that it is there")
                .isEqualTo(1 << 1);
        Session next = open(locks);
        for (int looks = 0; next.lockedByOthers() != 0; looks++) {
            assertThat(looks).isLessThan(1_000);
            Thread.sleep(10);
        }
        assertThat(next.tryLock(1)).isTrue();
        for (Connection connection : network.left) {
            connection.close();
        }
    }

    // poolers

    /** A pooler in transaction mode: each statement may go to another connection, and a connection serves all clients. */
    private static final class TransactionPooler {
        private final List<Connection> servers = new ArrayList<>();
        private int next;

        TransactionPooler(DataSource source, int connections) throws SQLException {
            for (int i = 0; i < connections; i++) {
                servers.add(source.getConnection());
            }
        }

        DataSource dataSource() {
            return (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {DataSource.class},
                    (proxy, method, arguments) -> client());
        }

        private Connection client() {
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (List.of("close", "abort", "setNetworkTimeout").contains(method.getName())) {
                            return null;
                        }
                        try {
                            return method.invoke(servers.get(next++ % servers.size()), arguments);
                        } catch (InvocationTargetException problem) {
                            throw problem.getCause();
                        }
                    });
        }
    }

    private StoreLocks pooled(PGSimpleDataSource direct, int connections) throws SQLException {
        return JdbcKeyStore.over(direct, COLUMN)
                .locksFrom(new TransactionPooler(direct, connections).dataSource())
                .locksSilence(BUSY)
                .open()
                .locks()
                .orElseThrow();
    }

    @Test
    void postgres_poolerThatTakesAnotherConnection_isNoticed() throws SQLException {
        StoreLocks locks = pooled(postgres(), 2);
        assertThatThrownBy(() -> {
                    try (Session session = locks.open()) {
                        boolean unused = session.tryLock(1);
                        int unusedToo = session.lockedByOthers();
                    }
                })
                .isInstanceOf(StoreException.class)
                .rootCause()
                .hasMessageContaining("PgBouncer")
                .hasMessageContaining("locksFrom");
    }

    /** The server gives a lock to whoever has it already, and here both clients are the same to it. */
    @Test
    void postgres_poolerThatSharesOneConnection_isNoticedByBoth() throws SQLException {
        StoreLocks locks = pooled(postgres(), 1);
        Session one = open(locks);
        assertThat(one.tryLock(1)).isTrue();
        assertThatThrownBy(locks::open)
                .isInstanceOf(StoreException.class)
                .rootCause()
                .hasMessageContaining("PgBouncer");
        assertThatThrownBy(one::lockedByOthers)
                .isInstanceOf(StoreException.class)
                .rootCause()
                .hasMessageContaining("PgBouncer");
    }

    @Test
    void postgres_locksGivenBackByOthersOnTheConnection_isNoticed() throws SQLException {
        PGSimpleDataSource direct = postgres();
        DataSource same = opened(new OneConnection(direct, connection -> {})).dataSource();
        StoreLocks locks = JdbcKeyStore.over(direct, COLUMN)
                .locksFrom(same)
                .locksSilence(BUSY)
                .open()
                .locks()
                .orElseThrow();
        Session session = open(locks);
        assertThat(session.tryLock(1)).isTrue();
        try (Connection shared = same.getConnection();
                Statement statement = shared.createStatement()) {
            statement.execute("SELECT pg_advisory_unlock_all()");
        }
        assertThatThrownBy(session::lockedByOthers)
                .isInstanceOf(StoreException.class)
                .rootCause()
                .hasMessageContaining("gave them back");
    }

    // earlier writes

    @Test
    void awaitEarlierWrites_postgres_waitsForWhoHasWritten() throws Exception {
        assertWaitsForWriters(postgres());
    }

    @Test
    void awaitEarlierWrites_mariaDb_waitsForWhoHasWritten() throws Exception {
        assertWaitsForWriters(mariaDb(""));
    }

    private void assertWaitsForWriters(DataSource source) throws SQLException {
        Session session = open(locks(source));
        try (Connection writer = source.getConnection();
                Connection reader = source.getConnection();
                Statement write = writer.createStatement();
                Statement read = reader.createStatement()) {
            reader.setAutoCommit(false);
            read.executeQuery("SELECT * FROM users").close();
            assertThat(session.awaitEarlierWrites(10_000)).as("who only reads").isTrue();
            writer.setAutoCommit(false);
            write.execute("INSERT INTO users VALUES ('ada')");
            assertThat(session.awaitEarlierWrites(300))
                    .as("a key that is not visible yet")
                    .isFalse();
            assertThat(session.lockedByOthers()).as("the session goes on").isZero();
            writer.commit();
            assertThat(session.awaitEarlierWrites(10_000)).isTrue();
            write.execute("INSERT INTO users VALUES ('bob')");
            writer.rollback();
            assertThat(session.awaitEarlierWrites(10_000)).isTrue();
            reader.rollback();
        }
    }

    @Test
    void awaitEarlierWrites_alwaysSomeoneWrites_endsAllTheSame() throws Exception {
        PGSimpleDataSource source = postgres();
        Session session = open(locks(source));
        assertThat(session.tryLock(1)).isTrue();
        int looks = 0;
        try (Connection one = source.getConnection();
                Connection other = source.getConnection()) {
            Connection older = one;
            begin(older, looks);
            while (!session.awaitEarlierWrites(1)) {
                assertThat(++looks).as("looks").isLessThan(5);
                Connection newer = older == one ? other : one;
                begin(newer, looks);
                older.commit();
                older = newer;
            }
            assertThat(looks).isPositive();
            assertThat(session.tryLock(2)).isTrue();
            assertThat(session.awaitEarlierWrites(1))
                    .as("those of now, for a lock that was taken now")
                    .isFalse();
            older.commit();
        }
    }

    private static void begin(Connection connection, int row) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO users VALUES ('" + row + "')");
        }
    }

    /** The row was never written, so the transaction has no number yet; its lock of the table shows it. */
    @Test
    void awaitEarlierWrites_postgresWriterBeforeItsFirstRow_isWaitedFor() throws Exception {
        PGSimpleDataSource source = postgres();
        Session session = open(locks(source));
        try (Connection writer = source.getConnection();
                Statement write = writer.createStatement()) {
            writer.setAutoCommit(false);
            write.execute("INSERT INTO users SELECT 'ada' WHERE false");
            assertThat(session.awaitEarlierWrites(300)).isFalse();
            writer.rollback();
            assertThat(session.awaitEarlierWrites(10_000)).isTrue();
        }
    }

    // the epoch

    @Test
    void raiseEpoch_userMayNotCreate_isEmptyAndSaysWhatToRun() throws Exception {
        PGSimpleDataSource owner = postgres();
        String role = role(owner);
        PGSimpleDataSource user = as(owner, role);
        Session session = open(locks(user));
        List<String> warnings = warningsOf(() -> {
            assertThat(session.raiseEpoch(1)).isEmpty();
            assertThat(session.raiseEpoch(2)).isEmpty();
            session.endEpoch(new Epoch(1, 1, false));
        });
        assertThat(warnings).hasSize(1);
        String ddl = warnings.get(0).replaceAll(".*(CREATE TABLE [^;]*);.*", "$1");
        assertThat(session.lockedByOthers()).isZero();

        TestPostgres.execute(owner, ddl);
        assertThatThrownBy(() -> session.raiseEpoch(3))
                .as("others keep an epoch now, and this one cannot")
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("GRANT SELECT, INSERT, UPDATE");
        TestPostgres.execute(owner, "GRANT SELECT, INSERT, UPDATE ON bloomery_epochs TO " + role);
        assertThat(open(locks(user)).raiseEpoch(4)).contains(Epoch.NONE);
        assertThat(open(locks(owner)).raiseEpoch(5)).contains(new Epoch(1, 4, false));
        TestPostgres.execute(owner, "DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    private static String role(PGSimpleDataSource owner) {
        String role = owner.getCurrentSchema() + "_user";
        TestPostgres.execute(
                owner,
                "CREATE ROLE " + role,
                "GRANT USAGE ON SCHEMA " + owner.getCurrentSchema() + " TO " + role,
                "GRANT SELECT, INSERT, UPDATE, DELETE ON users TO " + role);
        return role;
    }

    private static PGSimpleDataSource as(PGSimpleDataSource owner, String role) {
        PGSimpleDataSource source = TestPostgres.shared().dataSource(owner.getCurrentSchema());
        source.setOptions("-c role=" + role);
        return source;
    }

    @Test
    void awaitEarlierWrites_userWithoutRights_stillWaits() throws Exception {
        PGSimpleDataSource owner = postgres();
        String role = role(owner);
        Session session = open(locks(as(owner, role)));
        try (Connection writer = owner.getConnection();
                Statement write = writer.createStatement()) {
            writer.setAutoCommit(false);
            write.execute("INSERT INTO users VALUES ('ada')");
            assertThat(session.awaitEarlierWrites(300)).isFalse();
            writer.commit();
            assertThat(session.awaitEarlierWrites(10_000)).isTrue();
        }
        session.close();
        TestPostgres.execute(owner, "DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    private static List<String> warningsOf(Runnable what) {
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                warnings.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.bloomery.jdbc");
        logger.addHandler(handler);
        try {
            what.run();
        } finally {
            logger.removeHandler(handler);
        }
        return warnings;
    }

    @Test
    void raiseEpoch_connectionsUnderSerializable_isAtomicAllTheSame() throws Exception {
        PGSimpleDataSource source = postgres();
        source.setOptions("-c default_transaction_isolation=serializable");
        StoreLocks locks = locks(source);
        Session one = open(locks);
        Session two = open(locks);
        for (int i = 0; i < 20; i += 2) {
            assertThat(one.raiseEpoch(1).orElseThrow().number()).isEqualTo(i);
            assertThat(two.raiseEpoch(2).orElseThrow().number()).isEqualTo(i + 1);
        }
    }

    // SQLite

    @Test
    void sqlite_otherClassLoader_isRefused() throws Exception {
        SQLiteDataSource source = sqlite();
        Session session = open(locks(source));
        URL classes = JdbcKeyStore.class.getProtectionDomain().getCodeSource().getLocation();
        String name = "dev.bloomery.jdbc.internal.locks.LockFile";
        try (URLClassLoader other =
                new URLClassLoader(new URL[] {classes}, getClass().getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                        return wanted.startsWith(name) && findLoadedClass(wanted) == null
                                ? findClass(wanted)
                                : super.loadClass(wanted, resolve);
                    }
                }) {
            Path file;
            try (var files = Files.list(directory)) {
                file = files.filter(path -> path.toString().endsWith(".locks"))
                        .findFirst()
                        .orElseThrow()
                        .toRealPath();
            }
            var open = other.loadClass(name).getDeclaredMethod("open", Path.class);
            open.setAccessible(true);
            assertThatThrownBy(() -> open.invoke(null, file))
                    .cause()
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("another class loader");
            session.close();
            assertThat(open.invoke(null, file)).isNotNull();
            assertThatThrownBy(() -> locks(source).open())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("another class loader");
        }
    }
}
