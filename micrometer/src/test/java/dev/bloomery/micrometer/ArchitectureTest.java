package dev.bloomery.micrometer;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.micrometer";
    private static final String CORE = "dev.bloomery";
    private static final String DURABLE = "dev.bloomery.durable";
    private static final String FAMILY = "dev.bloomery.family";
    private static final String FILE = "dev.bloomery.file";
    private static final String GATE = "dev.bloomery.gate";
    private static final String INFO = "dev.bloomery.info";
    private static final String REDIS = "dev.bloomery.redis";
    private static final String REPORT = "dev.bloomery.gate.report";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String MICROMETER = "io.micrometer.core.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES =
            Map.of(ROOT, Set.of(CORE, DURABLE, FAMILY, FILE, GATE, INFO, REDIS, REPORT, SPEC, MICROMETER));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(GateMeters.class);

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
