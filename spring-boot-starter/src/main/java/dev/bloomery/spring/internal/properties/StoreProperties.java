package dev.bloomery.spring.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store behind a gate: one of these, or {@code memory} in place of all, for tests.
 *
 * @param jdbc A unique column of a table.
 * @param redis Names in a Redis or Valkey.
 * @param bean The name of a KeyStore bean.
 * @param memory Set by {@code store: memory}.
 */
public record StoreProperties(
        @Nullable JdbcProperties jdbc,
        @Nullable RedisProperties redis,
        @Nullable String bean,
        @Nullable Boolean memory) {

    /**
     * The store that a single word names.
     *
     * @param word memory
     * @return the store
     */
    public static StoreProperties valueOf(String word) {
        if (!word.equals("memory")) {
            throw new IllegalArgumentException("'" + word
                    + "' is no store; write 'memory' for tests, or one of store.jdbc, store.redis and store.bean");
        }
        return new StoreProperties(null, null, null, true);
    }

    /**
     * A unique column of a table.
     *
     * @param table The table, named as the database keeps it. Required.
     * @param column The column, named as the database keeps it. Required.
     * @param schema The schema; that of the connection unless you say otherwise.
     * @param type The name of a ColumnType bean, where keys are of your own type.
     * @param dataSource The name of a DataSource bean; the application's one unless you say otherwise.
     * @param locksDataSource The name of a DataSource bean for the guard, past a pooler that shares connections.
     * @param timeout How long a statement may take, in seconds.
     * @param fetchSize How many rows a scan has in memory.
     */
    public record JdbcProperties(
            @Nullable String table,
            @Nullable String column,
            @Nullable String schema,
            @Nullable String type,
            @Nullable String dataSource,
            @Nullable String locksDataSource,
            @Nullable Duration timeout,
            @Nullable Integer fetchSize) {}

    /**
     * Names in a Redis or Valkey.
     *
     * @param prefix What the names of the keys begin with. Required.
     * @param names The name of a KeyNames bean, where keys are of your own type.
     * @param servers The name of a RedisServers, UnifiedJedis, RedisClusterClient or RedisConnectionFactory bean.
     * @param expireAfter The longest time that a key lives.
     * @param skew By how much the clocks of this machine and of the servers may be apart.
     * @param pageSize How many names a scan asks for at a time.
     */
    public record RedisProperties(
            @Nullable String prefix,
            @Nullable String names,
            @Nullable String servers,
            @Nullable Duration expireAfter,
            @Nullable Duration skew,
            @Nullable Integer pageSize) {}
}
