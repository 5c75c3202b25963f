package dev.bloomery.examples.feed;

import dev.bloomery.examples.database.Database;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import dev.bloomery.gate.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The table of what was read, with a unique index over user and article. Any number of threads. */
final class ReadTable implements OwnedKeyStore<Long, Long> {
    private final Database database;
    private final LongAdder queries = new LongAdder();
    private final LongAdder articlesAsked = new LongAdder();

    /** Makes the table, unless it is there. */
    ReadTable(Database database) throws SQLException {
        this.database = database;
        database.execute("CREATE TABLE IF NOT EXISTS articles_read"
                + " (reader BIGINT NOT NULL, article BIGINT NOT NULL, PRIMARY KEY (reader, article))");
    }

    /** Fills it, past any filter: only before there is one. */
    void fill(Iterable<OwnedKey<Long, Long>> pairs) throws SQLException {
        database.insertAll("INSERT INTO articles_read (reader, article) VALUES (?, ?)", pairs, (insert, pair) -> {
            insert.setLong(1, pair.owner());
            insert.setLong(2, pair.key());
        });
    }

    @Override
    public boolean contains(Long user, Long article) {
        return !containsWhich(user, List.of(article)).isEmpty();
    }

    /** In one query. */
    @Override
    public Set<Long> containsWhich(Long user, Collection<? extends Long> articles) {
        if (articles.isEmpty()) {
            return Set.of();
        }
        queries.increment();
        articlesAsked.add(articles.size());
        String marks = String.join(", ", Collections.nCopies(articles.size(), "?"));
        List<Long> parameters = new ArrayList<>();
        parameters.add(user);
        parameters.addAll(articles);
        return new HashSet<>(select(
                "SELECT article FROM articles_read WHERE reader = ? AND article IN (" + marks + ")", parameters));
    }

    /** All that the user has read. */
    List<Long> articlesOf(long user) {
        queries.increment();
        return select("SELECT article FROM articles_read WHERE reader = ?", List.of(user));
    }

    private List<Long> select(String sql, List<Long> parameters) {
        try (Connection connection = database.source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setLong(i + 1, parameters.get(i));
            }
            List<Long> articles = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    articles.add(rows.getLong(1));
                }
            }
            return articles;
        } catch (SQLException failed) {
            throw new StoreException("the table of articles could not be asked", failed);
        }
    }

    @Override
    public boolean insert(Long user, Long article) {
        return change(
                "INSERT INTO articles_read (reader, article) VALUES (?, ?) ON CONFLICT DO NOTHING", user, article);
    }

    @Override
    public boolean delete(Long user, Long article) {
        return change("DELETE FROM articles_read WHERE reader = ? AND article = ?", user, article);
    }

    @Override
    public boolean deleteOwner(Long user) {
        return change("DELETE FROM articles_read WHERE reader = ?", user);
    }

    /** What fails may be done all the same, if it failed while it was committed. */
    private boolean change(String sql, Long... parameters) {
        try (Connection connection = database.source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            return statement.executeUpdate() > 0;
        } catch (SQLException failed) {
            throw new StoreException("the table of articles could not be written", failed);
        }
    }

    @Override
    public long scan(Consumer<? super OwnedKey<Long, Long>> sink) {
        long count = 0;
        try (Connection connection = database.source().getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT reader, article FROM articles_read");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sink.accept(new OwnedKey<>(rows.getLong(1), rows.getLong(2)));
                count++;
            }
            return count;
        } catch (SQLException failed) {
            throw new StoreException("the table of articles could not be read to its end", failed);
        }
    }

    /** Queries so far. */
    long queries() {
        return queries.sum();
    }

    /** Articles that these asked for. */
    long articlesAsked() {
        return articlesAsked.sum();
    }
}
