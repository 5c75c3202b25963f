package dev.bloomery.spring.internal.plan;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.plan.Keys.Form;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.StoreProperties;
import dev.bloomery.spring.internal.properties.StoreProperties.JdbcProperties;
import dev.bloomery.spring.internal.properties.StoreProperties.RedisProperties;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringUtils;

/** Makes the plan of what is behind a gate. */
final class StorePlanReader {
    private static final String CHOICES =
            "write one of store.jdbc, store.redis and store.bean, or 'store: memory' for tests, or 'loader' for a LoadingGate";

    private final KnownBeans beans;
    private final Values values;
    private final Faults faults;

    StorePlanReader(KnownBeans beans, Values values, Faults faults) {
        this.beans = beans;
        this.values = values;
        this.faults = faults;
    }

    @Nullable
    StorePlan read(String property, GateProperties given, @Nullable Keys keys) {
        StoreProperties store = given.store();
        if (given.loader() != null) {
            if (store != null) {
                faults.add(property + ".loader", "there is a store as well; a gate has one of the two");
                return null;
            }
            return loader(property + ".loader", given.loader(), keys);
        }
        String where = property + ".store";
        if (store == null) {
            faults.add(where, "is missing; " + CHOICES);
            return null;
        }
        long count = Stream.of(store.jdbc(), store.redis(), store.bean(), store.memory())
                .filter(Objects::nonNull)
                .count();
        if (count != 1) {
            faults.add(where, (count == 0 ? "names no store; " : "names several stores; ") + CHOICES);
            return null;
        }
        if (store.jdbc() != null) {
            return jdbc(where + ".jdbc", store.jdbc(), keys);
        }
        if (store.redis() != null) {
            return redis(where + ".redis", store.redis(), given.longestWrite(), keys);
        }
        return store.bean() == null ? new StorePlan.Memory() : bean(where + ".bean", store.bean(), keys);
    }

    private @Nullable StorePlan loader(String property, String name, @Nullable Keys keys) {
        ResolvableType type = values.bean(property, name, Loader.class, "write the name of a Loader bean");
        return type == null || !values.hasKeys(keys, type, property, name) ? null : new StorePlan.Loader(name);
    }

    /** What a loader loads, as far as its bean says. */
    ResolvableType valueType(StorePlan.Loader loader) {
        ResolvableType value = beans.typeOf(loader.name()).as(Loader.class).getGeneric(1);
        return value.resolve() == null ? ResolvableType.forClass(Object.class) : value;
    }

    private @Nullable StorePlan bean(String property, String name, @Nullable Keys keys) {
        ResolvableType type = values.bean(property, name, KeyStore.class, "write the name of a KeyStore bean");
        return type == null || !values.hasKeys(keys, type, property, name) ? null : new StorePlan.Bean(name);
    }

    private @Nullable StorePlan jdbc(String property, JdbcProperties given, @Nullable Keys keys) {
        if (!beans.hasClass("dev.bloomery.jdbc.JdbcKeyStore")) {
            faults.add(property, "needs the module bloomery-jdbc, which was excluded; add it again");
        }
        String table = required(property + ".table", given.table(), "write the name of the table, as users");
        String column = required(property + ".column", given.column(), "write the name of its unique column, as name");
        if (keys != null && given.type() == null && (keys.form() == Form.BEAN || keys.form() == Form.STORED_NAME)) {
            faults.add(
                    property + ".type",
                    "is missing: keys of a type of yours need a ColumnType; write the name of a ColumnType bean");
        }
        values.requireBean(property + ".type", given.type(), "write the name of a ColumnType bean");
        values.requireBean(property + ".data-source", given.dataSource(), "write the name of a DataSource bean");
        values.requireBean(
                property + ".locks-data-source", given.locksDataSource(), "write the name of a DataSource bean");
        Duration timeout = given.timeout();
        if (timeout != null && timeout.compareTo(Duration.ofSeconds(1)) < 0) {
            faults.add(property + ".timeout", "is " + timeout + "; use a second or more, as 10s");
        }
        if (given.fetchSize() != null && given.fetchSize() < 1) {
            faults.add(property + ".fetch-size", "is " + given.fetchSize() + "; use at least 1, better some thousands");
        }
        return faults.isIn(property) || table == null || column == null
                ? null
                : new StorePlan.Jdbc(
                        table,
                        column,
                        given.schema(),
                        given.type(),
                        given.dataSource(),
                        given.locksDataSource(),
                        timeout,
                        given.fetchSize());
    }

    private @Nullable StorePlan redis(
            String property, RedisProperties given, @Nullable Duration longestWrite, @Nullable Keys keys) {
        if (!beans.hasClass("dev.bloomery.redis.RedisKeyStore")) {
            faults.add(property, "needs the module bloomery-redis, which was excluded; add it again");
        }
        String prefix = given.prefix();
        if (prefix == null) {
            faults.add(property + ".prefix", "is missing; write what the names of the keys begin with, as \"user:\"");
        }
        if (keys != null && given.names() == null && keys.form() == Form.BEAN) {
            faults.add(
                    property + ".names",
                    "is missing: keys of a type of yours need KeyNames; write the name of a KeyNames bean");
        }
        values.requireBean(property + ".names", given.names(), "write the name of a KeyNames bean");
        values.requireBean(
                property + ".servers",
                given.servers(),
                "write the name of a RedisServers, UnifiedJedis, RedisClusterClient or RedisConnectionFactory bean");
        if (given.pageSize() != null && given.pageSize() < 1) {
            faults.add(property + ".page-size", "is " + given.pageSize() + "; use at least 1, often 1000");
        }
        Expiry expiry = null;
        if (given.expireAfter() == null) {
            if (given.skew() != null) {
                faults.add(property + ".skew", "has no effect without 'expire-after'; add that, or leave it out");
            }
        } else {
            expiry = new Expiry(
                    given.expireAfter(),
                    longestWrite == null ? Duration.ofMinutes(1) : longestWrite,
                    given.skew() == null ? Duration.ofMinutes(1) : given.skew());
            if (given.expireAfter().compareTo(Duration.ofMillis(1)) < 0) {
                faults.add(property + ".expire-after", "is " + given.expireAfter() + "; use a time above zero, as 30d");
            }
        }
        return faults.isIn(property) || prefix == null
                ? null
                : new StorePlan.Redis(prefix, given.names(), given.servers(), expiry, given.pageSize());
    }

    private @Nullable String required(String property, @Nullable String value, String advice) {
        if (!StringUtils.hasText(value)) {
            faults.add(property, "is missing; " + advice);
            return null;
        }
        return value;
    }
}
