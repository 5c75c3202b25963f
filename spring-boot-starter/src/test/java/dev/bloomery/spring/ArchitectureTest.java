package dev.bloomery.spring;

import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.spring";
    private static final String AUTOCONFIGURE = ROOT + ".autoconfigure";
    private static final String FAULT = ROOT + ".internal.fault";
    private static final String PROPERTIES = ROOT + ".internal.properties";
    private static final String PLAN = ROOT + ".internal.plan";
    private static final String STORE = ROOT + ".internal.store";
    private static final String EVENT = ROOT + ".internal.event";
    private static final String AOT = ROOT + ".internal.aot";
    private static final String BEAN = ROOT + ".internal.bean";
    private static final String START = ROOT + ".internal.start";
    private static final String ACTUATOR = ROOT + ".internal.actuator";
    private static final String METER = ROOT + ".internal.meter";
    private static final String TRANSACTION = ROOT + ".internal.transaction";
    private static final String JPA = ROOT + ".internal.jpa";
    private static final String ABSENT = ROOT + ".internal.absent";

    /** What each package uses of this module; libraries of Spring may be used everywhere. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(ROOT, Set.of()),
            Map.entry(FAULT, Set.of()),
            Map.entry(PROPERTIES, Set.of(FAULT)),
            Map.entry(PLAN, Set.of(FAULT, PROPERTIES)),
            Map.entry(STORE, Set.of(PLAN)),
            Map.entry(EVENT, Set.of(ROOT)),
            Map.entry(BEAN, Set.of(ROOT, EVENT, PLAN, PROPERTIES)),
            Map.entry(AOT, Set.of(PROPERTIES)),
            Map.entry(START, Set.of(PLAN, PROPERTIES)),
            Map.entry(ACTUATOR, Set.of(PROPERTIES)),
            Map.entry(METER, Set.of()),
            Map.entry(TRANSACTION, Set.of(ROOT)),
            Map.entry(JPA, Set.of(ROOT)),
            Map.entry(ABSENT, Set.of(ROOT)),
            Map.entry(
                    AUTOCONFIGURE,
                    Set.of(
                            ROOT,
                            ABSENT,
                            ACTUATOR,
                            AOT,
                            BEAN,
                            EVENT,
                            JPA,
                            METER,
                            PLAN,
                            PROPERTIES,
                            START,
                            STORE,
                            TRANSACTION)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(BloomeryAutoConfiguration.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactlyInside(USES);
    }

    @Test
    void packages_all_areFreeOfCycles() {
        ARROWS.requireNoCycle();
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(20);
    }
}
