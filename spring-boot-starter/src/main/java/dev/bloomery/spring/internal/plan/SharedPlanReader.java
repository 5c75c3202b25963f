package dev.bloomery.spring.internal.plan;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.redis.Consistency;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.properties.SharedProperties;
import dev.bloomery.spring.internal.properties.SharedProperties.SharedRedisProperties;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.ResolvableType;

/** Makes the plan of a filter that several processes share. */
final class SharedPlanReader {
    private static final String EMPTY = "empty-if-missing";
    private static final String LEVELS = "write leased 200ms, confirmed, or stale 1s (or another time)";
    private static final int USUAL_SLICES = 8;

    private final KnownBeans beans;
    private final Values values;
    private final Faults faults;

    SharedPlanReader(KnownBeans beans, Values values, Faults faults) {
        this.beans = beans;
        this.values = values;
        this.faults = faults;
    }

    @Nullable
    SharedPlan read(String property, String name, @Nullable String beanName, SharedProperties given) {
        if (!beans.hasClass("dev.bloomery.redis.SharedFilter")) {
            faults.add(property, "needs the module bloomery-redis, which was excluded; add it again");
            return null;
        }
        Keys keys = values.keys(property + ".keys", given.keys());
        SharedRedisProperties redis = given.redis() == null ? new SharedRedisProperties(null, null) : given.redis();
        String redisName = redis.name() == null ? name : redis.name();
        if (redisName.isBlank() || redisName.matches(".*[{}].*")) {
            faults.add(
                    property + ".redis.name",
                    "'" + redisName + "' is no name; use one that is not empty and has no braces");
        }
        values.requireBean(
                property + ".redis.servers",
                redis.servers(),
                "write the name of a RedisServers, UnifiedJedis, RedisClusterClient or RedisConnectionFactory bean");
        Consistency consistency = consistency(property + ".consistency", given.consistency());
        within(property + ".replicas", given.replicas(), 0, 10);
        if (given.longestWait() != null && given.longestWait().compareTo(Duration.ofMillis(1)) < 0) {
            faults.add(property + ".longest-wait", "is " + given.longestWait() + "; use a time above zero, as 10s");
        }
        SharedPlan.Creation creation =
                given.create() == null ? onlyOpened(property, given) : creation(property, given, given.create(), keys);
        return faults.isIn(property) || beanName == null || keys == null
                ? null
                : new SharedPlan(
                        name,
                        beanName,
                        keys,
                        redisName,
                        redis.servers(),
                        consistency,
                        given.replicas(),
                        given.longestWait(),
                        creation);
    }

    /** The rest counts for the creation alone. */
    private SharedPlan.@Nullable Creation onlyOpened(String property, SharedProperties given) {
        values.refuse(property, "filter", given.filter(), "'create'");
        values.refuse(property, "hardened", given.hardened(), "'create'");
        values.refuse(property, "server-loses", given.serverLoses(), "'create'");
        values.refuse(property, "growing", given.growing(), "'create'");
        values.refuse(property, "window", given.window(), "'create'");
        values.refuse(property, "slices", given.slices(), "'create'");
        values.refuse(property, "clocks-within", given.clocksWithin(), "'create'");
        values.refuse(property, "shards", given.shards(), "'create'");
        return null;
    }

    private SharedPlan.@Nullable Creation creation(
            String property, SharedProperties given, String create, @Nullable Keys keys) {
        String source = create.equals(EMPTY) ? null : source(property + ".create", create, keys);
        BloomSpec spec = spec(property, given);
        Duration loses = serverLoses(property + ".server-loses", given.serverLoses());
        window(property, given);
        within(property + ".shards", given.shards(), 1, 1_024);
        return spec == null
                ? null
                : new SharedPlan.Creation(
                        source,
                        spec,
                        loses,
                        Boolean.TRUE.equals(given.growing()),
                        given.window(),
                        given.slices() == null ? USUAL_SLICES : given.slices(),
                        given.clocksWithin(),
                        given.shards() == null ? 1 : given.shards());
    }

    private @Nullable String source(String property, String name, @Nullable Keys keys) {
        ResolvableType type = values.bean(
                property, name, KeyScan.class, "write empty-if-missing, or the name of a KeyScan bean with all keys");
        return type != null && values.hasKeys(keys, type, property, name) ? name : null;
    }

    private @Nullable BloomSpec spec(String property, SharedProperties given) {
        FilterSpec spec = values.filter(property, given.filter(), given.hardened(), null);
        String where = property + ".filter";
        if (spec == null) {
            return null;
        }
        if (!(spec instanceof BloomSpec bloom)) {
            faults.add(
                    where,
                    "a shared filter is of the kind bloom, and '" + spec.kind().specName()
                            + "' is another one; write bloom capacity=20000000 fpp=0.01, and use 'growing' or 'window' for what scalable and windowed filters do");
            return null;
        }
        if (String.valueOf(given.filter()).contains("layout=") && bloom.layout() != Layout.BLOCKED) {
            faults.add(where, "a shared filter is of the layout blocked, and no other; leave 'layout' out");
            return null;
        }
        Object unused =
                faults.tried(where, () -> bloom.withLayout(Layout.BLOCKED).sized());
        return bloom;
    }

    private void window(String property, SharedProperties given) {
        if (given.window() == null) {
            values.refuse(property, "slices", given.slices(), "'window'");
            values.refuse(property, "clocks-within", given.clocksWithin(), "'window'");
            return;
        }
        if (given.window().compareTo(Duration.ofSeconds(1)) < 0) {
            faults.add(property + ".window", "is " + given.window() + "; use a second or more, as 30d");
        }
        if (Boolean.TRUE.equals(given.growing())) {
            faults.add(property + ".growing", "a filter with a window does not grow; leave one of the two out");
        }
        within(property + ".slices", given.slices(), 1, 100);
        if (given.clocksWithin() != null && given.clocksWithin().isNegative()) {
            faults.add(property + ".clocks-within", "is " + given.clocksWithin() + "; use a time from 0 on, as 1m");
        }
    }

    private @Nullable Consistency consistency(String property, @Nullable String text) {
        if (text == null) {
            return null;
        }
        if (text.equals("confirmed")) {
            return Consistency.confirmed();
        }
        String[] words = text.trim().split("\\s+", 2);
        Duration time = words.length == 2 ? time(words[1]) : null;
        if (time != null && words[0].equals("leased")) {
            return faults.tried(property, () -> Consistency.leased(time));
        }
        if (time != null && words[0].equals("stale")) {
            return faults.tried(property, () -> Consistency.stale(time));
        }
        faults.add(property, "'" + text + "' is no level; " + LEVELS);
        return null;
    }

    private @Nullable Duration serverLoses(String property, @Nullable String text) {
        if (text == null || text.equals("nothing")) {
            return text == null ? null : Duration.ZERO;
        }
        Duration time = time(text);
        if (time == null || time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(Duration.ofHours(1)) > 0) {
            faults.add(
                    property,
                    "'" + text + "' is neither 'nothing' nor a time from 1ms to 1h; write one, as 5s, or leave it out");
        }
        return time;
    }

    private static @Nullable Duration time(String text) {
        try {
            return DurationStyle.detectAndParse(text.trim());
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    private void within(String property, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            faults.add(property, "is " + value + "; use " + least + " to " + most);
        }
    }
}
