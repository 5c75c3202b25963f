package dev.bloomery.jdbc;

import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreLocks;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fetches columns of a row by its key, behind a {@link dev.bloomery.gate.LoadingGate}. What holds for the column and the connections of a
 * {@link JdbcKeyStore} holds here.
 *
 * <pre>{@code
 * Loader<String, Account> accounts = JdbcKeyStore.over(dataSource, KeyColumn.text("users", "name"))
 *         .loading(List.of("id", "mail"), row -> new Account(row.getLong(1), row.getString(2)));
 * }</pre>
 *
 * <p>For any number of threads, if the reader of rows is.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class JdbcLoader<K, V> implements Loader<K, V> {
    private final JdbcKeys<K> keys;
    private final JdbcKeys.Selection columns;
    private final RowReader<V> reader;

    JdbcLoader(JdbcKeys<K> keys, List<String> columns, RowReader<V> reader) {
        this.keys = keys;
        this.columns = keys.selection(columns);
        this.reader = reader;
    }

    @Override
    public Optional<V> load(K key) {
        Object value = keys.value(key);
        return keys.canHold(value) ? keys.select(columns, value, reader::read) : Optional.empty();
    }

    @Override
    public Map<K, V> loadAll(Collection<K> asked) {
        Map<K, V> found = new HashMap<>();
        keys.selectMany(columns, asked, (key, row) -> found.put(key, reader.read(row)));
        return found;
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        return keys.scan(Objects.requireNonNull(sink, "sink"));
    }

    /** {@inheritDoc} See {@link JdbcKeyStore#locks}. */
    @Override
    public Optional<StoreLocks> locks() {
        return keys.locks();
    }

    JdbcKeys<K> keys() {
        return keys;
    }

    /** The names of the column; no keys. */
    @Override
    public String toString() {
        return "JdbcLoader[" + keys.column() + "]";
    }
}
