package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.PackageArrows;
import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.gate";
    private static final String INTERNAL_GENERATION = "dev.bloomery.gate.internal.generation";
    private static final String INTERNAL_GUARD = "dev.bloomery.gate.internal.guard";
    private static final String INTERNAL_JFR = "dev.bloomery.gate.internal.jfr";
    private static final String INTERNAL_PROTOCOL = "dev.bloomery.gate.internal.protocol";
    private static final String INTERNAL_STATE = "dev.bloomery.gate.internal.state";
    private static final String REPORT = "dev.bloomery.gate.report";
    private static final String STORE = "dev.bloomery.gate.store";
    private static final String CORE = "dev.bloomery";
    private static final String CAPACITY = "dev.bloomery.capacity";
    private static final String DURABLE = "dev.bloomery.durable";
    private static final String FAMILY = "dev.bloomery.family";
    private static final String FILE = "dev.bloomery.file";
    private static final String INFO = "dev.bloomery.info";
    private static final String INTERNAL_DISK = "dev.bloomery.internal.disk";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(
                    ROOT,
                    Set.of(
                            CAPACITY,
                            CORE,
                            FAMILY,
                            FILE,
                            INFO,
                            INTERNAL_GENERATION,
                            INTERNAL_GUARD,
                            INTERNAL_JFR,
                            INTERNAL_PROTOCOL,
                            INTERNAL_STATE,
                            KEY,
                            REPORT,
                            SPEC,
                            STORE)),
            Map.entry(
                    INTERNAL_GENERATION,
                    Set.of(CAPACITY, CORE, DURABLE, FAMILY, FILE, INFO, INTERNAL_DISK, KEY, REPORT, SPEC, STORE)),
            Map.entry(INTERNAL_GUARD, Set.of(STORE)),
            Map.entry(INTERNAL_JFR, Set.of(REPORT)),
            Map.entry(INTERNAL_PROTOCOL, Set.of(CAPACITY, CORE, INTERNAL_GENERATION, INTERNAL_STATE, REPORT, STORE)),
            Map.entry(INTERNAL_STATE, Set.of(INTERNAL_GENERATION, INTERNAL_JFR, REPORT, STORE)),
            Map.entry(REPORT, Set.of(FAMILY, INFO)),
            Map.entry(STORE, Set.of()));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(Gate.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactly(USES);
    }

    @Test
    void packages_all_areFreeOfCycles() {
        ARROWS.requireNoCycle();
    }

    /** Every step that touches a file is in a package of core, where tests can make it fail. */
    @Test
    void files_all_areTouchedInCore() {
        ARROWS.requireOnlyIn("dev.bloomery.internal.disk", Files.class, FileChannel.class, File.class);
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(31);
    }

    @Test
    void module_exports_onlyThePublicPackages() throws URISyntaxException {
        Path mainClasses = Path.of(
                Gate.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        ModuleDescriptor module = ModuleFinder.of(mainClasses)
                .find("dev.bloomery.gate")
                .orElseThrow()
                .descriptor();
        assertThat(module.exports())
                .as("to everybody: the machinery is for this module alone")
                .noneMatch(ModuleDescriptor.Exports::isQualified)
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(ROOT, REPORT, STORE);
        assertThat(module.opens()).isEmpty();
    }
}
