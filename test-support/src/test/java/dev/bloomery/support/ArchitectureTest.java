package dev.bloomery.support;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** This module is one package, and knows nothing of the others. */
class ArchitectureTest {
    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(PackageArrows.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactly(Map.of("dev.bloomery.support", Set.of("com.tngtech.archunit.*", "org.assertj.core.api")));
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(31);
    }
}
