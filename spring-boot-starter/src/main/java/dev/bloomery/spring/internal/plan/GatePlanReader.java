package dev.bloomery.spring.internal.plan;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.WindowedSpec;
import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.properties.BloomeryProperties.DefaultsProperties;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.StartMode;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringUtils;

/** Makes the plan of a gate. */
final class GatePlanReader {
    /** How long a windowed filter over a store in memory remembers, in which nothing expires. */
    private static final Duration WINDOW_OF_TESTS = Duration.ofDays(1);

    private final DefaultsProperties defaults;
    private final Values values;
    private final StorePlanReader stores;
    private final Faults faults;

    GatePlanReader(DefaultsProperties defaults, KnownBeans beans, Values values, Faults faults) {
        this.defaults = defaults;
        this.values = values;
        this.stores = new StorePlanReader(beans, values, faults);
        this.faults = faults;
    }

    /** Null if there is a fault. */
    @Nullable
    GatePlan read(String property, String name, @Nullable String beanName, GateProperties given) {
        Keys keys = values.keys(property + ".keys", given.keys());
        StorePlan store = stores.read(property, given, keys);
        WritersPlan writers = writers(property, given, store);
        Expiry expiry = expiry(property, given, store);
        FilterSpec filter =
                values.filter(property, given.filter(), given.hardened(), expiry == null ? null : expiry.window());
        requireWindow(property, filter, expiry);
        Path directory = directory(property, given, store, writers);
        SyncPolicy sync = values.sync(property + ".sync", given.sync());
        if (given.directory() == null) {
            values.refuse(property, "sync", given.sync(), "a directory");
        }
        StartMode start = given.start() == null ? defaults.start() : given.start();
        if (start != StartMode.WARM) {
            values.refuse(property, "warm-timeout", given.warmTimeout(), "'start: warm'");
        }
        if (given.loader() != null) {
            values.refuse(property, "when-store-fails", given.whenStoreFails(), "a store in place of the loader");
        }
        requirePositive(property, given);
        if (faults.isIn(property)
                || beanName == null
                || keys == null
                || store == null
                || writers == null
                || filter == null
                || sync == null) {
            return null;
        }
        ResolvableType valueType =
                store instanceof StorePlan.Loader loader ? stores.valueType(loader) : ResolvableType.NONE;
        return new GatePlan(
                name,
                beanName,
                keys,
                valueType,
                filter,
                store,
                writers,
                filter instanceof WindowedSpec ? expiry : ofRedis(store),
                start,
                given.warmTimeout() == null ? defaults.warmTimeout() : given.warmTimeout(),
                directory,
                sync,
                given);
    }

    private static @Nullable Expiry ofRedis(StorePlan store) {
        return store instanceof StorePlan.Redis redis ? redis.expiry() : null;
    }

    private @Nullable WritersPlan writers(String property, GateProperties given, @Nullable StorePlan store) {
        String where = property + ".writers";
        String text = given.writers();
        if (!StringUtils.hasText(text)) {
            faults.add(
                    where,
                    "is missing, and there is no default: two processes that do not hear of each other's keys would answer wrongly;"
                            + " write only-this-process if all writes pass this gate, postgres-feed if other processes write, or the name of a StoreWriters bean");
            return null;
        }
        if (!text.equals("postgres-feed")) {
            values.refuse(property, "lease", given.lease(), "'writers: postgres-feed'");
        }
        WritersPlan writers = switch (text) {
            case "only-this-process" -> new WritersPlan.OnlyThisProcess(true);
            case "unguarded" -> new WritersPlan.OnlyThisProcess(false);
            case "postgres-feed" -> {
                if (store != null && !(store instanceof StorePlan.Jdbc || store instanceof StorePlan.Memory)) {
                    faults.add(
                            where, "'postgres-feed' needs a table of PostgreSQL; write store.jdbc, or other writers");
                }
                yield new WritersPlan.PostgresFeed(given.lease());
            }
            default ->
                values.bean(
                                        where,
                                        text,
                                        StoreWriters.class,
                                        "write only-this-process, unguarded, postgres-feed, or the name of a StoreWriters bean")
                                == null
                        ? null
                        : new WritersPlan.Bean(text);
        };
        // nobody else can reach a store in memory
        return writers != null && store instanceof StorePlan.Memory ? new WritersPlan.OnlyThisProcess(false) : writers;
    }

    private @Nullable Expiry expiry(String property, GateProperties given, @Nullable StorePlan store) {
        if (store instanceof StorePlan.Memory) {
            return new Expiry(WINDOW_OF_TESTS, Duration.ZERO, Duration.ZERO);
        }
        Expiry expiry = store == null ? null : ofRedis(store);
        if (expiry == null) {
            values.refuse(property, "longest-write", given.longestWrite(), "'store.redis.expire-after'");
        }
        return expiry;
    }

    private void requireWindow(String property, @Nullable FilterSpec filter, @Nullable Expiry expiry) {
        if (!(filter instanceof WindowedSpec windowed)) {
            return;
        }
        if (expiry == null) {
            faults.add(
                    property + ".filter",
                    "a windowed filter forgets keys, and the store of this gate does not; add 'store.redis.expire-after', or use another kind, as cuckoo");
        } else if (!expiry.equals(new Expiry(WINDOW_OF_TESTS, Duration.ZERO, Duration.ZERO))
                && !windowed.window().equals(expiry.window())) {
            faults.add(
                    property + ".filter",
                    "window=" + windowed.window() + " is not " + expiry.window()
                            + ", which is expire-after, longest-write and skew together; leave 'window' out, it follows from these");
        }
    }

    private @Nullable Path directory(
            String property, GateProperties given, @Nullable StorePlan store, @Nullable WritersPlan writers) {
        if (given.directory() == null || store instanceof StorePlan.Memory) {
            return null;
        }
        if (writers instanceof WritersPlan.PostgresFeed) {
            faults.add(
                    property + ".directory",
                    "others write the store while this gate is closed, and a filter in a directory would not know of it; leave 'directory' out, or write 'writers: only-this-process'");
        }
        return values.directory(property, given.directory());
    }

    private void requirePositive(String property, GateProperties given) {
        positive(property, "lease", given.lease());
        positive(property, "warm-timeout", given.warmTimeout());
        positive(property, "longest-wait", given.longestWait());
        positive(property, "longest-drain", given.longestDrain());
        positive(property, "doubts-end-after", given.doubtsEndAfter());
        if (given.lateWrites() != null && given.lateWrites().isNegative()) {
            faults.add(property + ".late-writes", "is " + given.lateWrites() + "; use a time, or 0s");
        }
        if (given.rememberFalsePositives() != null
                && (given.rememberFalsePositives() < 0 || given.rememberFalsePositives() > 1 << 24)) {
            faults.add(
                    property + ".remember-false-positives",
                    "is " + given.rememberFalsePositives() + "; use a number from 0 to " + (1 << 24));
        }
        var rebuild = given.rebuild();
        if (rebuild == null) {
            return;
        }
        positive(property, "rebuild.every", rebuild.every());
        positive(property, "rebuild.check-every", rebuild.checkEvery());
        if (rebuild.whenFilledTo() != null && !(rebuild.whenFilledTo() > 0)) {
            faults.add(
                    property + ".rebuild.when-filled-to",
                    "is " + rebuild.whenFilledTo() + "; use a share of the capacity, as 0.95");
        }
        if (rebuild.whenFppPasses() != null && !(rebuild.whenFppPasses() > 1)) {
            faults.add(
                    property + ".rebuild.when-fpp-passes",
                    "is " + rebuild.whenFppPasses()
                            + "; use more than 1, for example 3 for three times the promised FPP");
        }
    }

    private void positive(String property, String name, @Nullable Duration time) {
        if (time != null && (time.isNegative() || time.isZero())) {
            faults.add(property + "." + name, "is " + time + "; use a time above zero, as 10s");
        }
    }
}
