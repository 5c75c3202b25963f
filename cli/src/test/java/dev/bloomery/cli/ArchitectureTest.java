package dev.bloomery.cli;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module, and from them to other modules. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.cli";
    private static final String BENCH = "dev.bloomery.cli.bench";
    private static final String COMMAND = "dev.bloomery.cli.command";
    private static final String DEDUPE = "dev.bloomery.cli.dedupe";
    private static final String DEMO = "dev.bloomery.cli.demo";
    private static final String FILTER = "dev.bloomery.cli.filter";
    private static final String FOREIGN = "dev.bloomery.cli.foreign";
    private static final String LINES = "dev.bloomery.cli.lines";
    private static final String TEXT = "dev.bloomery.cli.text";
    private static final String CORE = "dev.bloomery";
    private static final String CAPACITY = "dev.bloomery.capacity";
    private static final String DURABLE = "dev.bloomery.durable";
    private static final String FILE = "dev.bloomery.file";
    private static final String GATE = "dev.bloomery.gate";
    private static final String GATE_REPORT = "dev.bloomery.gate.report";
    private static final String INFO = "dev.bloomery.info";
    private static final String JDBC = "dev.bloomery.jdbc";
    private static final String KEY = "dev.bloomery.key";
    private static final String PLAN = "dev.bloomery.plan";
    private static final String INTEROP = "dev.bloomery.interop";
    private static final String INTEROP_BITCOIN = "dev.bloomery.interop.bitcoin";
    private static final String INTEROP_GUAVA = "dev.bloomery.interop.guava";
    private static final String INTEROP_PARQUET = "dev.bloomery.interop.parquet";
    private static final String INTEROP_REDIS = "dev.bloomery.interop.redis";
    private static final String INTEROP_SPARK = "dev.bloomery.interop.spark";
    private static final String SPEC = "dev.bloomery.spec";
    private static final String GUAVA = "com.google.common.*";
    private static final String SQLITE = "org.sqlite.*";
    private static final String PICOCLI = "picocli.*";

    /** What each package uses beside itself, the JDK and the nullness annotations. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(ROOT, Set.of(BENCH, CAPACITY, COMMAND, DEDUPE, DEMO, FILE, LINES, PICOCLI, PLAN, TEXT)),
            Map.entry(BENCH, Set.of(CORE, GUAVA, KEY, LINES, PICOCLI, TEXT)),
            Map.entry(
                    COMMAND, Set.of(CORE, DURABLE, FILE, FILTER, FOREIGN, INFO, KEY, LINES, PICOCLI, PLAN, SPEC, TEXT)),
            Map.entry(DEDUPE, Set.of(CAPACITY, CORE, FILE, FILTER, INFO, LINES, PICOCLI, SPEC, TEXT)),
            Map.entry(DEMO, Set.of(CORE, FILTER, GATE, GATE_REPORT, INFO, JDBC, KEY, PICOCLI, SQLITE, TEXT)),
            Map.entry(FILTER, Set.of(CORE, DURABLE, FILE, INFO, KEY, PICOCLI, SPEC, TEXT)),
            Map.entry(
                    FOREIGN,
                    Set.of(
                            CORE,
                            INTEROP,
                            INTEROP_BITCOIN,
                            INTEROP_GUAVA,
                            INTEROP_PARQUET,
                            INTEROP_REDIS,
                            INTEROP_SPARK,
                            INFO,
                            KEY,
                            PICOCLI,
                            TEXT)),
            Map.entry(LINES, Set.of(FILE, FILTER, KEY, PICOCLI)),
            Map.entry(TEXT, Set.of(FILE, PICOCLI)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(Bloomery.class);

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
