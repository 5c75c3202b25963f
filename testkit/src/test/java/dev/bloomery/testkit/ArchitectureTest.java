package dev.bloomery.testkit;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.testkit";
    private static final String CORE = "dev.bloomery";
    private static final String CAPACITY = "dev.bloomery.capacity";
    private static final String FILE = "dev.bloomery.file";
    private static final String INFO = "dev.bloomery.info";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String SUPPORT = "dev.bloomery.support";
    private static final String ASSERTJ = "org.assertj.*";
    private static final String JUNIT = "org.junit.jupiter.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES =
            Map.ofEntries(Map.entry(ROOT, Set.of(ASSERTJ, CAPACITY, CORE, FILE, INFO, JUNIT, KEY, SPEC, SUPPORT)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(MembershipFilterContract.class);

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
