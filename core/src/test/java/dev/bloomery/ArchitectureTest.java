package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bloomery.support.PackageArrows;
import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages, as docs/architecture.md draws them. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery";
    private static final String CAPACITY = "dev.bloomery.capacity";
    private static final String DURABLE = "dev.bloomery.durable";
    private static final String FAMILY = "dev.bloomery.family";
    private static final String FILE = "dev.bloomery.file";
    private static final String INFO = "dev.bloomery.info";
    private static final String KEY = "dev.bloomery.key";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String INTERNAL_BITS = "dev.bloomery.internal.bits";
    private static final String INTERNAL_BLOOM = "dev.bloomery.internal.bloom";
    private static final String INTERNAL_CAPACITY = "dev.bloomery.internal.capacity";
    private static final String INTERNAL_CHECK = "dev.bloomery.internal.check";
    private static final String INTERNAL_COUNT = "dev.bloomery.internal.count";
    private static final String INTERNAL_CUCKOO = "dev.bloomery.internal.cuckoo";
    private static final String INTERNAL_DISK = "dev.bloomery.internal.disk";
    private static final String INTERNAL_DURABLE = "dev.bloomery.internal.durable";
    private static final String INTERNAL_FAMILY = "dev.bloomery.internal.family";
    private static final String INTERNAL_FUSE = "dev.bloomery.internal.fuse";
    private static final String INTERNAL_GEOMETRY = "dev.bloomery.internal.geometry";
    private static final String INTERNAL_HASH = "dev.bloomery.internal.hash";
    private static final String INTERNAL_JFR = "dev.bloomery.internal.jfr";
    private static final String INTERNAL_JOURNAL = "dev.bloomery.internal.journal";
    private static final String INTERNAL_KEY = "dev.bloomery.internal.key";
    private static final String INTERNAL_KIND = "dev.bloomery.internal.kind";
    private static final String INTERNAL_REPLICA = "dev.bloomery.internal.replica";
    private static final String INTERNAL_SNAPSHOT = "dev.bloomery.internal.snapshot";
    private static final String INTERNAL_TABLE = "dev.bloomery.internal.table";
    private static final String INTERNAL_WINDOW = "dev.bloomery.internal.window";
    private static final String HASH4J = "com.dynatrace.hash4j.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(
                    ROOT,
                    Set.of(
                            CAPACITY,
                            FILE,
                            INFO,
                            INTERNAL_BITS,
                            INTERNAL_BLOOM,
                            INTERNAL_CAPACITY,
                            INTERNAL_CHECK,
                            INTERNAL_COUNT,
                            INTERNAL_CUCKOO,
                            INTERNAL_DISK,
                            INTERNAL_FUSE,
                            INTERNAL_GEOMETRY,
                            INTERNAL_HASH,
                            INTERNAL_KIND,
                            INTERNAL_SNAPSHOT,
                            INTERNAL_TABLE,
                            INTERNAL_WINDOW,
                            KEY,
                            SPEC)),
            Map.entry(CAPACITY, Set.of()),
            Map.entry(
                    DURABLE,
                    Set.of(ROOT, CAPACITY, FILE, INFO, INTERNAL_DISK, INTERNAL_DURABLE, INTERNAL_JOURNAL, KEY, SPEC)),
            Map.entry(
                    FAMILY,
                    Set.of(
                            CAPACITY,
                            FILE,
                            INTERNAL_CHECK,
                            INTERNAL_DISK,
                            INTERNAL_FAMILY,
                            INTERNAL_HASH,
                            INTERNAL_KIND,
                            KEY,
                            SPEC)),
            Map.entry(FILE, Set.of()),
            Map.entry(INFO, Set.of(INTERNAL_CHECK, INTERNAL_GEOMETRY, INTERNAL_TABLE, SPEC)),
            Map.entry(KEY, Set.of()),
            Map.entry(
                    SPEC,
                    Set.of(
                            INTERNAL_BITS,
                            INTERNAL_BLOOM,
                            INTERNAL_CHECK,
                            INTERNAL_CUCKOO,
                            INTERNAL_FUSE,
                            INTERNAL_GEOMETRY)),
            Map.entry(INTERNAL_BITS, Set.of()),
            Map.entry(INTERNAL_BLOOM, Set.of(INTERNAL_BITS, INTERNAL_COUNT, INTERNAL_GEOMETRY)),
            Map.entry(INTERNAL_CAPACITY, Set.of(CAPACITY, INTERNAL_CHECK, INTERNAL_GEOMETRY, INTERNAL_TABLE, SPEC)),
            Map.entry(INTERNAL_CHECK, Set.of(INTERNAL_GEOMETRY)),
            Map.entry(INTERNAL_COUNT, Set.of()),
            Map.entry(INTERNAL_CUCKOO, Set.of(INTERNAL_BITS, INTERNAL_GEOMETRY)),
            Map.entry(INTERNAL_DISK, Set.of()),
            Map.entry(
                    INTERNAL_DURABLE,
                    Set.of(ROOT, CAPACITY, FILE, INTERNAL_DISK, INTERNAL_JFR, INTERNAL_JOURNAL, KEY, SPEC)),
            Map.entry(INTERNAL_FAMILY, Set.of(FILE, INTERNAL_DISK, INTERNAL_GEOMETRY, KEY)),
            Map.entry(INTERNAL_FUSE, Set.of(INTERNAL_DISK, INTERNAL_BITS, INTERNAL_GEOMETRY)),
            Map.entry(INTERNAL_GEOMETRY, Set.of()),
            Map.entry(INTERNAL_HASH, Set.of(HASH4J, INTERNAL_KEY, KEY)),
            Map.entry(INTERNAL_JFR, Set.of()),
            Map.entry(INTERNAL_JOURNAL, Set.of(FILE, INTERNAL_DISK)),
            Map.entry(INTERNAL_KEY, Set.of(KEY)),
            Map.entry(
                    INTERNAL_KIND,
                    Set.of(
                            CAPACITY,
                            FILE,
                            INFO,
                            INTERNAL_BITS,
                            INTERNAL_BLOOM,
                            INTERNAL_CAPACITY,
                            INTERNAL_CUCKOO,
                            INTERNAL_FUSE,
                            INTERNAL_GEOMETRY,
                            INTERNAL_HASH,
                            INTERNAL_SNAPSHOT,
                            INTERNAL_TABLE,
                            INTERNAL_WINDOW,
                            KEY,
                            SPEC)),
            Map.entry(
                    INTERNAL_REPLICA,
                    Set.of(INTERNAL_BLOOM, INTERNAL_GEOMETRY, INTERNAL_HASH, INTERNAL_KIND, INTERNAL_TABLE, KEY, SPEC)),
            Map.entry(INTERNAL_SNAPSHOT, Set.of(FILE, INTERNAL_DISK, KEY)),
            Map.entry(
                    INTERNAL_TABLE,
                    Set.of(INTERNAL_BITS, INTERNAL_BLOOM, INTERNAL_CHECK, INTERNAL_COUNT, INTERNAL_GEOMETRY, SPEC)),
            Map.entry(
                    INTERNAL_WINDOW,
                    Set.of(
                            CAPACITY,
                            INTERNAL_BLOOM,
                            INTERNAL_CAPACITY,
                            INTERNAL_CHECK,
                            INTERNAL_COUNT,
                            INTERNAL_TABLE,
                            SPEC)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(Filters.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactly(USES);
    }

    @Test
    void packages_all_areFreeOfCycles() {
        ARROWS.requireNoCycle();
    }

    /** So that tests can make each step fail, or forget what was not synced. */
    @Test
    void files_all_areTouchedInOnePackage() {
        ARROWS.requireOnlyIn(INTERNAL_DISK, Files.class, FileChannel.class, AsynchronousFileChannel.class, File.class);
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(32);
    }

    @Test
    void module_exports_onlyThePublicPackages() throws URISyntaxException {
        Path mainClasses = Path.of(Filters.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ModuleDescriptor module = ModuleFinder.of(mainClasses)
                .find("dev.bloomery.core")
                .orElseThrow()
                .descriptor();
        assertThat(module.exports())
                .filteredOn(exported -> !exported.isQualified())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(ROOT, KEY, SPEC, INFO, CAPACITY, FAMILY, FILE, DURABLE);
        assertThat(module.exports())
                .as("a gate replaces its files as core does; a shared filter has the bits of a local one; keys of other"
                        + " systems' filters become bytes as those of core do")
                .filteredOn(ModuleDescriptor.Exports::isQualified)
                .extracting(ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::targets)
                .containsExactlyInAnyOrder(
                        tuple(INTERNAL_DISK, Set.of("dev.bloomery.gate")),
                        tuple(INTERNAL_REPLICA, Set.of("dev.bloomery.redis")),
                        tuple(INTERNAL_HASH, Set.of("dev.bloomery.interop")),
                        tuple(INTERNAL_KEY, Set.of("dev.bloomery.interop")));
        assertThat(module.opens()).isEmpty();
    }
}
