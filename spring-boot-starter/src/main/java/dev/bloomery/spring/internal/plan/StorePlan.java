package dev.bloomery.spring.internal.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is behind a gate. */
public sealed interface StorePlan {

    /**
     * A column of a table.
     *
     * @param schema null: that of the connection
     * @param typeBean null: the type follows from the keys
     * @param dataSource null: the one of the application
     * @param locksDataSource null: the same
     */
    record Jdbc(
            String table,
            String column,
            @Nullable String schema,
            @Nullable String typeBean,
            @Nullable String dataSource,
            @Nullable String locksDataSource,
            @Nullable Duration timeout,
            @Nullable Integer fetchSize)
            implements StorePlan {}

    /**
     * Names in a Redis.
     *
     * @param namesBean null: the names follow from the keys
     * @param serversBean null: the ones of the application
     * @param expiry null: keys stay
     */
    record Redis(
            String prefix,
            @Nullable String namesBean,
            @Nullable String serversBean,
            @Nullable Expiry expiry,
            @Nullable Integer pageSize)
            implements StorePlan {}

    /** A KeyStore of the user. */
    record Bean(String name) implements StorePlan {}

    /** A Loader of the user, for a LoadingGate. */
    record Loader(String name) implements StorePlan {}

    /** A set in memory, for tests. */
    record Memory() implements StorePlan {}
}
