package dev.bloomery.examples.crawler;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.NameHashing;
import dev.bloomery.redis.RedisKeyStore;
import dev.bloomery.redis.StoredName;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * URLs that were seen within 30 days, in two layers: Redis has them all and forgets each after its time; a windowed filter in front of it answers for
 * those that are new. A URL of more than 64 bytes is there by its hash. For any number of threads of one process.
 */
final class SeenUrls implements AutoCloseable {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration SKEW = Duration.ofMinutes(1); // between the clocks of this machine and of Redis
    private static final Duration LONGEST_WRITE = Duration.ofMinutes(1);

    private final NameHashing names = NameHashing.above(64);
    private final Gate<StoredName> seen;

    /**
     * Opens it with what Redis has, which is read once.
     *
     * @param redis where nobody else writes names that begin with {@code seen:}
     * @param urlsIn30Days how many there may be; more raise the FPP
     */
    SeenUrls(UnifiedJedis redis, long urlsIn30Days, double targetFpp) {
        RedisKeyStore<StoredName> store = RedisKeyStore.over(JedisServers.of(redis), "seen:", StoredName.names())
                .expireAfter(KEPT, SKEW)
                .open();
        // the filter must not forget before Redis does
        WindowedSpec plan =
                WindowedSpec.of(urlsIn30Days, KEPT.plus(LONGEST_WRITE).plus(SKEW), targetFpp);
        seen = Gate.over(store, StoredName.encoder(), plan)
                .writers(StoreWriters.onlyThisProcess())
                .keysExpire(KEPT, LONGEST_WRITE, SKEW)
                .openWarm(scanned -> {});
    }

    /** Those of the URLs that were not seen; Redis is asked once at most, for those that the filter cannot tell. */
    List<String> unseen(Collection<String> urls) {
        Map<StoredName, String> byName = new LinkedHashMap<>();
        for (String url : urls) {
            byName.put(names.of(url), url);
        }
        byName.keySet().removeAll(seen.containsWhich(byName.keySet()));
        return List.copyOf(byName.values());
    }

    /** True for exactly one of those who want to fetch the page. */
    boolean claim(String url) {
        return seen.addIfAbsent(names.of(url));
    }

    /** How full the filter is that answers. */
    Fullness fullness() {
        return seen.info().flatMap(GateInfo::filter).map(Fullness::of).orElse(Fullness.NONE);
    }

    /** Reads Redis again into a new filter, while lookups go on; if that fails the old one stays. */
    void rebuild() {
        seen.rebuild();
    }

    /** What Redis was spared. */
    GateStatistics statistics() {
        return seen.statistics();
    }

    @Override
    public void close() {
        seen.close();
    }
}
