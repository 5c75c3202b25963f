package dev.bloomery;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The arrows between the packages, as each package-info states them. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery";
    private static final String KEY = "dev.bloomery.key";
    private static final String INTERNAL_KEY = "dev.bloomery.internal.key";
    private static final String HASH = "dev.bloomery.internal.hash";
    private static final String GEOMETRY = "dev.bloomery.internal.geometry";
    private static final String BITS = "dev.bloomery.internal.bits";
    private static final String BLOOM = "dev.bloomery.internal.bloom";
    private static final String CUCKOO = "dev.bloomery.internal.cuckoo";
    private static final String FUSE = "dev.bloomery.internal.fuse";
    private static final String FAMILY = "dev.bloomery.internal.family";
    private static final String DISK = "dev.bloomery.internal.disk";
    private static final String INTERNAL_SNAPSHOT = "dev.bloomery.internal.snapshot";
    private static final String SNAPSHOT = "dev.bloomery.snapshot";
    private static final String JOURNAL = "dev.bloomery.internal.journal";
    private static final String DURABLE = "dev.bloomery.durable";
    private static final String PLAN = "dev.bloomery.plan";
    private static final String HASH4J = "com.dynatrace.hash4j..";

    /** What each package may use beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry(KEY, Set.of()),
            Map.entry(INTERNAL_KEY, Set.of(KEY)),
            Map.entry(HASH, Set.of(KEY, INTERNAL_KEY, HASH4J)),
            Map.entry(GEOMETRY, Set.of()),
            Map.entry(BITS, Set.of()),
            Map.entry(BLOOM, Set.of(GEOMETRY, BITS)),
            Map.entry(CUCKOO, Set.of(GEOMETRY, BITS)),
            Map.entry(FUSE, Set.of(GEOMETRY, BITS)),
            Map.entry(DISK, Set.of()),
            Map.entry(FAMILY, Set.of(KEY, GEOMETRY, DISK, SNAPSHOT)),
            Map.entry(SNAPSHOT, Set.of()),
            Map.entry(JOURNAL, Set.of(DISK, SNAPSHOT)),
            Map.entry(PLAN, Set.of(ROOT)),
            Map.entry(INTERNAL_SNAPSHOT, Set.of(KEY, SNAPSHOT, DISK)),
            Map.entry(
                    ROOT,
                    Set.of(
                            KEY,
                            INTERNAL_KEY,
                            HASH,
                            GEOMETRY,
                            BITS,
                            BLOOM,
                            CUCKOO,
                            FUSE,
                            FAMILY,
                            DISK,
                            SNAPSHOT,
                            INTERNAL_SNAPSHOT)),
            Map.entry(DURABLE, Set.of(ROOT, KEY, DISK, SNAPSHOT, JOURNAL)));

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packages_all_areListed() {
        Set<String> found = MAIN.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        assertThat(found).isEqualTo(MAY_USE.keySet());
    }

    @Test
    void packages_each_useOnlyWhatIsToTheirLeft() {
        MAY_USE.forEach((user, used) -> onlyUses(user, used).check(MAIN));
    }

    @Test
    void packages_withOneArrowForbidden_violateTheRule() {
        MAY_USE.forEach((user, used) -> used.forEach(arrow -> {
            if (isUsed(user, arrow)) {
                Set<String> fewer = new HashSet<>(used);
                fewer.remove(arrow);
                assertThat(onlyUses(user, fewer).evaluate(MAIN).hasViolation())
                        .as("%s uses %s, and a rule that forbids it notices", user, arrow)
                        .isTrue();
            }
        }));
        assertThat(isUsed(HASH, HASH4J)).isTrue();
        assertThat(isUsed(BLOOM, BITS)).isTrue();
    }

    @Test
    void packages_all_areFreeOfCycles() {
        freeOfCycles(name -> name).check(MAIN);
    }

    /** Keys and hashes as one part: it uses internal.key, which uses keys. */
    @Test
    void packages_groupedToACycle_violateTheRule() {
        UnaryOperator<String> grouped = name -> name.equals(HASH) ? KEY : name;
        assertThat(freeOfCycles(grouped).evaluate(MAIN).hasViolation()).isTrue();
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
                .containsExactlyInAnyOrder(ROOT, KEY, SNAPSHOT, DURABLE, PLAN);
        assertThat(module.exports())
                .as("the files of a gate's start are replaced as those of core are")
                .filteredOn(ModuleDescriptor.Exports::isQualified)
                .singleElement()
                .satisfies(exported -> {
                    assertThat(exported.source()).isEqualTo(DISK);
                    assertThat(exported.targets()).containsExactly("dev.bloomery.gate");
                });
        assertThat(module.opens()).isEmpty();
    }

    private static ArchRule onlyUses(String user, Set<String> used) {
        Set<String> allowed = new HashSet<>(used);
        allowed.addAll(Set.of(user, "java..", "org.jspecify.annotations"));
        return classes()
                .that()
                .resideInAPackage(user)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new));
    }

    private static boolean isUsed(String user, String used) {
        String prefix = used.replace("..", "");
        return MAIN.stream()
                .filter(type -> type.getPackageName().equals(user))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getPackageName())
                .anyMatch(name -> used.endsWith("..") ? name.startsWith(prefix) : name.equals(prefix));
    }

    private static ArchRule freeOfCycles(UnaryOperator<String> partOfPackage) {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return SliceIdentifier.of(partOfPackage.apply(type.getPackageName()));
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should()
                .beFreeOfCycles();
    }
}
