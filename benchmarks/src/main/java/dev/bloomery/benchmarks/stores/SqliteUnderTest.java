package dev.bloomery.benchmarks.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** SQLite in this process, with a log beside its file. */
final class SqliteUnderTest extends JdbcUnderTest {
    private final Path directory;

    private SqliteUnderTest(Path directory, int keys) throws SQLException {
        super(source(directory), keys, "ANALYZE");
        this.directory = directory;
    }

    static SqliteUnderTest with(int keys) throws IOException, SQLException {
        return new SqliteUnderTest(Files.createTempDirectory("bench-stores"), keys);
    }

    private static SQLiteDataSource source(Path directory) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + directory.resolve("keys.db"));
        return source;
    }

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public int goal(double fpp) {
        return 20;
    }

    @Override
    public void close() throws Exception {
        super.close();
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
