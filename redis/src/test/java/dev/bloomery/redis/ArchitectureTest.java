package dev.bloomery.redis;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.redis";
    private static final String GATE = "dev.bloomery.gate";
    private static final String GATE_STORE = "dev.bloomery.gate.store";
    private static final String KEY = "dev.bloomery.key";
    private static final String JEDIS = "redis.clients.jedis.*";
    private static final String POOL = "org.apache.commons.pool2.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.of(ROOT, Set.of(GATE, GATE_STORE, JEDIS, KEY, POOL));

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
        ARROWS.requireAtMostFiles(31);
    }
}
