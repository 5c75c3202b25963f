package dev.bloomery.benchmarks;

import dev.bloomery.benchmarks.race.Race;
import dev.bloomery.support.PackageArrows;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.benchmarks";
    private static final String CONTESTANT = "dev.bloomery.benchmarks.contestant";
    private static final String CONTESTANT_BLOOMERY = "dev.bloomery.benchmarks.contestant.bloomery";
    private static final String CONTESTANT_LARGE = "dev.bloomery.benchmarks.contestant.large";
    private static final String CONTESTANT_PEER = "dev.bloomery.benchmarks.contestant.peer";
    private static final String CONTESTANT_REGISTRY = "dev.bloomery.benchmarks.contestant.registry";
    private static final String DUEL = "dev.bloomery.benchmarks.duel";
    private static final String FILES = "dev.bloomery.benchmarks.files";
    private static final String GATE = "dev.bloomery.benchmarks.gate";
    private static final String KEYS = "dev.bloomery.benchmarks.keys";
    private static final String RACE = "dev.bloomery.benchmarks.race";
    private static final String RACE_FLOOR = "dev.bloomery.benchmarks.race.floor";
    private static final String RACE_MEASURE = "dev.bloomery.benchmarks.race.measure";
    private static final String RACE_PROCESS = "dev.bloomery.benchmarks.race.process";
    private static final String RACE_TASK = "dev.bloomery.benchmarks.race.task";
    private static final String REPORT = "dev.bloomery.benchmarks.report";
    private static final String RESULT = "dev.bloomery.benchmarks.result";
    private static final String SCALE = "dev.bloomery.benchmarks.scale";
    private static final String SHARED = "dev.bloomery.benchmarks.shared";
    private static final String STORES = "dev.bloomery.benchmarks.stores";

    /** What each package uses of this module beside itself. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(ROOT, Set.of()),
            Map.entry(CONTESTANT, Set.of(RESULT)),
            Map.entry(CONTESTANT_BLOOMERY, Set.of(CONTESTANT, RESULT)),
            Map.entry(CONTESTANT_PEER, Set.of(CONTESTANT, RESULT)),
            Map.entry(CONTESTANT_REGISTRY, Set.of(CONTESTANT, CONTESTANT_BLOOMERY, CONTESTANT_PEER)),
            Map.entry(DUEL, Set.of(CONTESTANT, CONTESTANT_REGISTRY, KEYS, REPORT, RESULT)),
            Map.entry(FILES, Set.of()),
            Map.entry(GATE, Set.of()),
            Map.entry(KEYS, Set.of()),
            Map.entry(
                    RACE,
                    Set.of(CONTESTANT, CONTESTANT_REGISTRY, RACE_MEASURE, RACE_PROCESS, RACE_TASK, REPORT, RESULT)),
            Map.entry(RACE_FLOOR, Set.of(CONTESTANT, KEYS, RACE_MEASURE, RACE_TASK, RESULT)),
            Map.entry(RACE_MEASURE, Set.of(CONTESTANT, CONTESTANT_REGISTRY, KEYS, RACE_TASK, RESULT)),
            Map.entry(
                    RACE_PROCESS, Set.of(CONTESTANT, CONTESTANT_REGISTRY, RACE_FLOOR, RACE_MEASURE, RACE_TASK, RESULT)),
            Map.entry(RACE_TASK, Set.of(CONTESTANT, RESULT)),
            Map.entry(REPORT, Set.of(RESULT)),
            Map.entry(RESULT, Set.of()),
            Map.entry(SCALE, Set.of()),
            Map.entry(SHARED, Set.of()),
            Map.entry(STORES, Set.of()));

    /** With the profile "peers". */
    private static final Map<String, Set<String>> LARGE_PEERS =
            Map.of(CONTESTANT_LARGE, Set.of(CONTESTANT, CONTESTANT_PEER, RESULT, SHARED));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(Race.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        Map<String, Set<String>> uses = new HashMap<>(USES);
        if (Boolean.getBoolean("bloomery.peers")) {
            uses.putAll(LARGE_PEERS);
        }
        ARROWS.requireExactlyInside(uses);
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
