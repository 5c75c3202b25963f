package dev.bloomery.interop;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The arrows between the packages of this module, and from them to other modules. That the rules notice a
 * wrong arrow is shown beside {@link PackageArrows}.
 */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.interop";
    private static final String BITCOIN = "dev.bloomery.interop.bitcoin";
    private static final String GUAVA = "dev.bloomery.interop.guava";
    private static final String PARQUET = "dev.bloomery.interop.parquet";
    private static final String REDIS = "dev.bloomery.interop.redis";
    private static final String SPARK = "dev.bloomery.interop.spark";
    private static final String INTERNAL_BITS = "dev.bloomery.interop.internal.bits";
    private static final String INTERNAL_BYTES = "dev.bloomery.interop.internal.bytes";
    private static final String INTERNAL_HASH = "dev.bloomery.interop.internal.hash";
    private static final String INTERNAL_KEY = "dev.bloomery.interop.internal.key";
    private static final String CORE = "dev.bloomery";
    private static final String CAPACITY = "dev.bloomery.capacity";
    private static final String INFO = "dev.bloomery.info";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String KEY_BUFFER = "dev.bloomery.internal.key";
    private static final String SIP_HASH = "dev.bloomery.internal.hash";
    private static final String HASH4J = "com.dynatrace.hash4j.*";
    private static final String GUAVA_ITSELF = "com.google.common.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(ROOT, Set.of(CORE, INFO, SPEC)),
            Map.entry(INTERNAL_HASH, Set.of()),
            Map.entry(INTERNAL_KEY, Set.of(KEY, KEY_BUFFER)),
            Map.entry(INTERNAL_BYTES, Set.of(ROOT)),
            Map.entry(INTERNAL_BITS, Set.of(ROOT)),
            Map.entry(
                    GUAVA, Set.of(ROOT, INTERNAL_BITS, INTERNAL_BYTES, INTERNAL_KEY, INFO, KEY, HASH4J, GUAVA_ITSELF)),
            Map.entry(SPARK, Set.of(ROOT, INTERNAL_BITS, INTERNAL_BYTES, INTERNAL_HASH, INTERNAL_KEY, INFO, KEY)),
            Map.entry(PARQUET, Set.of(ROOT, INTERNAL_BYTES, INTERNAL_HASH, INTERNAL_KEY, INFO, KEY)),
            Map.entry(
                    REDIS,
                    Set.of(ROOT, INTERNAL_BITS, INTERNAL_BYTES, INTERNAL_HASH, INTERNAL_KEY, CAPACITY, INFO, KEY)),
            Map.entry(BITCOIN, Set.of(ROOT, INTERNAL_BITS, INTERNAL_BYTES, CORE, INFO, SIP_HASH, HASH4J)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(ForeignFilter.class);

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
