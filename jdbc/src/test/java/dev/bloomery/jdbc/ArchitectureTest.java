package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.PackageArrows;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.jdbc";
    private static final String INTERNAL_CONNECTION = "dev.bloomery.jdbc.internal.connection";
    private static final String INTERNAL_DIALECT = "dev.bloomery.jdbc.internal.dialect";
    private static final String INTERNAL_FEED = "dev.bloomery.jdbc.internal.feed";
    private static final String INTERNAL_LOCKS = "dev.bloomery.jdbc.internal.locks";
    private static final String CORE = "dev.bloomery";
    private static final String GATE = "dev.bloomery.gate";
    private static final String GATE_STORE = "dev.bloomery.gate.store";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(
                    ROOT,
                    Set.of(
                            CORE,
                            GATE,
                            GATE_STORE,
                            INTERNAL_CONNECTION,
                            INTERNAL_DIALECT,
                            INTERNAL_FEED,
                            INTERNAL_LOCKS,
                            KEY,
                            SPEC)),
            Map.entry(INTERNAL_CONNECTION, Set.of(GATE_STORE, INTERNAL_DIALECT)),
            Map.entry(INTERNAL_DIALECT, Set.of()),
            Map.entry(INTERNAL_FEED, Set.of(GATE_STORE, INTERNAL_CONNECTION)),
            Map.entry(INTERNAL_LOCKS, Set.of(GATE_STORE, INTERNAL_CONNECTION, INTERNAL_DIALECT)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(JdbcKeyStore.class);

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

    @Test
    void module_exports_onlyThePublicPackages() throws URISyntaxException {
        Path mainClasses = Path.of(JdbcKeyStore.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ModuleDescriptor module = ModuleFinder.of(mainClasses)
                .find("dev.bloomery.jdbc")
                .orElseThrow()
                .descriptor();
        assertThat(module.exports())
                .as("to everybody: the machinery is for this module alone")
                .noneMatch(ModuleDescriptor.Exports::isQualified)
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(ROOT);
        assertThat(module.opens()).isEmpty();
    }
}
