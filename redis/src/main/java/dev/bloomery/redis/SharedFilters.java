package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.redis.internal.log.EvictionPolicy;
import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.shared.Foundation;
import dev.bloomery.redis.internal.shared.HeadState;
import dev.bloomery.redis.internal.shared.RedisSharedServer;
import dev.bloomery.redis.internal.shared.SharedPlan;
import dev.bloomery.redis.internal.shared.SharedServer;
import dev.bloomery.spec.Seed;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates and opens shared filters. */
final class SharedFilters {
    private static final long OPENING_NANOS = 1_000_000_000;
    private static final String STORED = "stored ";
    private static final String SECRET = "secret ";

    private SharedFilters() {}

    static <K> SharedFilter<K> create(SharedFilterBuilder<K> settings, @Nullable KeyScan<K> source) {
        SharedPlan plan = settings.plan();
        return asked("the shared filter " + settings.name + " could not be created", () -> {
            EvictionPolicy.requireKeepsLogs(settings.servers.routes(), names(settings, 0));
            if (!make(settings, plan, source == null ? HeadState.ACTIVE : HeadState.FILLING)) {
                throw new IllegalStateException(
                        "there is a shared filter " + settings.name + " already; use open(), or another name");
            }
            return opened(settings, source);
        });
    }

    private static <K> SharedFilter<K> opened(SharedFilterBuilder<K> settings, @Nullable KeyScan<K> source) {
        SharedFilter<K> filter = open(settings);
        if (source == null) {
            return filter;
        }
        try {
            long unused = filter.fill(source);
            return filter;
        } catch (RuntimeException | Error problem) {
            filter.close();
            throw problem;
        }
    }

    static <K> SharedFilter<K> openOrCreate(SharedFilterBuilder<K> settings, KeyScan<K> source) {
        return asked("the shared filter " + settings.name + " could not be opened", () -> {
            SharedServer first = server(settings, 0, 1_000);
            if (Foundation.find(first) != null) {
                return open(settings);
            }
            EvictionPolicy.requireKeepsLogs(settings.servers.routes(), names(settings, 0));
            SharedPlan plan = settings.plan();
            return make(settings, plan, HeadState.FILLING) ? opened(settings, source) : open(settings);
        });
    }

    /** The last shard is made last, and the first one is the one that is looked at: what is half made is not taken for a filter. */
    private static boolean make(SharedFilterBuilder<?> settings, SharedPlan plan, HeadState state) {
        Seed seed = settings.seed;
        String text = seed == null ? STORED + Seed.random().toHex() : SECRET + checkOf(seed);
        for (int shard = plan.shards() - 1; shard >= 0; shard--) {
            SharedServer server = server(settings, shard, plan.leaseMillis());
            Foundation.Found left = shard == 0 ? null : Foundation.find(server);
            String replaced = left == null ? "" : left.uuid();
            if (Foundation.create(server, replaced, plan, text, state, List.of()) == null) {
                return false;
            }
        }
        return true;
    }

    static <K> SharedFilter<K> open(SharedFilterBuilder<K> settings) {
        long giveUp = System.nanoTime() + OPENING_NANOS;
        while (true) {
            try {
                return openOnce(settings);
            } catch (StoreException problem) {
                // a pool may have several connections that broke when the server was restarted
                if (System.nanoTime() - giveUp > 0) {
                    throw problem;
                }
            }
        }
    }

    private static <K> SharedFilter<K> openOnce(SharedFilterBuilder<K> settings) {
        return asked("the shared filter " + settings.name + " could not be opened", () -> {
            Foundation.Found found = Foundation.find(server(settings, 0, 1_000));
            if (found == null) {
                throw new IllegalStateException("there is no shared filter " + settings.name
                        + ": it was not created, or is lost; use createFrom(...) or createEmpty()");
            }
            EvictionPolicy.requireKeepsLogs(settings.servers.routes(), names(settings, 0));
            SharedPlan plan = found.plan();
            if (settings.consistencyWasChosen
                    && (settings.consistency.level() != plan.level()
                            || settings.consistency.time().toMillis() != plan.leaseMillis())) {
                throw new IllegalStateException("the shared filter " + settings.name + " was created as " + plan.level()
                        + " with " + plan.leaseMillis() + " ms, and not as " + settings.consistency
                        + "; all processes must have the same");
            }
            List<SharedServer> servers = new ArrayList<>();
            for (int shard = 0; shard < plan.shards(); shard++) {
                servers.add(server(settings, shard, plan.leaseMillis()));
            }
            return new SharedFilter<>(settings, plan, found.seed(), seedOf(settings, found.seed()), servers);
        });
    }

    /** Makes the filter anew, of zeros, in place of whatever there is. */
    static void replace(SharedServer server, SharedPlan plan, String seed) {
        Foundation.Found there = Foundation.find(server);
        String uuid =
                Foundation.create(server, there == null ? "" : there.uuid(), plan, seed, HeadState.FILLING, List.of());
        if (uuid == null) {
            throw new IllegalStateException("another process has made the filter anew at the same moment");
        }
    }

    static SharedServer server(SharedFilterBuilder<?> settings, int shard, long leaseMillis) {
        LogRunner runner = new LogRunner(
                settings.servers.routes(),
                names(settings, shard),
                RedisSharedServer.KIND,
                settings.replicas,
                settings.replicasTime.toMillis());
        return new RedisSharedServer(settings.servers.servers(), settings.servers.routes(), runner, leaseMillis);
    }

    static LogNames names(SharedFilterBuilder<?> settings, int shard) {
        return new LogNames(shard == 0 ? settings.name : settings.name + ":" + shard);
    }

    private static Seed seedOf(SharedFilterBuilder<?> settings, String text) {
        Seed given = settings.seed;
        if (text.startsWith(STORED)) {
            Seed stored = Seed.fromHex(text.substring(STORED.length()));
            if (given != null && !given.equals(stored)) {
                throw new IllegalStateException("the shared filter " + settings.name
                        + " has another seed, which is kept in Redis; leave seed(...) out");
            }
            return stored;
        }
        if (given == null) {
            throw new IllegalStateException(
                    "the shared filter " + settings.name + " has a seed that is not kept in Redis; use seed(...)");
        }
        if (!text.equals(SECRET + checkOf(given))) {
            throw new IllegalStateException(
                    "the shared filter " + settings.name + " has another seed; use the one that it was created with");
        }
        return given;
    }

    /** Tells seeds apart, and does not show them. */
    private static String checkOf(Seed seed) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(("bloomery shared " + seed.toHex()).getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    static <T> T asked(String what, Supplier<T> task) {
        try {
            return task.get();
        } catch (LineException problem) {
            throw new StoreException(
                    what + ": " + problem.getMessage(),
                    problem.ofClient(),
                    problem.mayBeDone() ? Outcome.UNKNOWN : Outcome.NOT_DONE);
        }
    }
}
