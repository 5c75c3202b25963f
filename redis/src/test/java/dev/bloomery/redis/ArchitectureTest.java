package dev.bloomery.redis;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.redis";
    private static final String SERVER = "dev.bloomery.redis.internal.server";
    private static final String JEDIS = "dev.bloomery.redis.internal.jedis";
    private static final String LETTUCE = "dev.bloomery.redis.internal.lettuce";
    private static final String SCAN = "dev.bloomery.redis.internal.scan";
    private static final String LOCKS = "dev.bloomery.redis.internal.locks";
    private static final String LOG = "dev.bloomery.redis.internal.log";
    private static final String FEED = "dev.bloomery.redis.internal.feed";
    private static final String SHARED = "dev.bloomery.redis.internal.shared";
    private static final String REPLICA = "dev.bloomery.internal.replica";
    private static final String GATE = "dev.bloomery.gate";
    private static final String GATE_STORE = "dev.bloomery.gate.store";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String CORE = "dev.bloomery";

    private static final String JEDIS_CLIENT = "redis.clients.jedis.*";
    private static final String JEDIS_POOL = "org.apache.commons.pool2.*";
    private static final String LETTUCE_CLIENT = "io.lettuce.core.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.of(
            ROOT,
            Set.of(
                    CORE,
                    GATE,
                    GATE_STORE,
                    KEY,
                    SPEC,
                    SERVER,
                    SCAN,
                    LOCKS,
                    LOG,
                    FEED,
                    SHARED,
                    REPLICA,
                    JEDIS,
                    LETTUCE,
                    JEDIS_CLIENT,
                    LETTUCE_CLIENT),
            SERVER,
            Set.of(),
            SCAN,
            Set.of(GATE_STORE, SERVER),
            LOCKS,
            Set.of(GATE_STORE, SERVER),
            LOG,
            Set.of(SERVER),
            FEED,
            Set.of(GATE_STORE, LOG),
            SHARED,
            Set.of(LOG, SERVER, REPLICA, SPEC),
            JEDIS,
            Set.of(SERVER, JEDIS_CLIENT, JEDIS_POOL),
            LETTUCE,
            Set.of(SERVER, LETTUCE_CLIENT));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(RedisKeyStore.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactly(USES);
    }

    @Test
    void packages_all_areFreeOfCycles() {
        ARROWS.requireNoCycle();
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(33);
    }
}
