package dev.bloomery.gate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.SilentLog;
import dev.bloomery.gate.simulation.engine.Choices;
import dev.bloomery.gate.simulation.engine.Durability;
import dev.bloomery.gate.simulation.engine.EveryChoice;
import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.ModelFilter;
import dev.bloomery.gate.simulation.engine.Part;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.Scenario;
import dev.bloomery.gate.simulation.engine.SimulatedStore;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.simulation.task.BypassingInsert;
import dev.bloomery.gate.simulation.task.DropOnce;
import dev.bloomery.gate.simulation.task.ForeignInsert;
import dev.bloomery.gate.simulation.task.LookUp;
import dev.bloomery.gate.simulation.task.LookUpBoth;
import dev.bloomery.gate.simulation.task.RebuildOnce;
import dev.bloomery.gate.simulation.task.WriteOnce;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All schedules of small scenarios in which a task is interrupted at most so often before it is over or must wait: three times among three tasks,
 * twice among four. At the end of a task, and where it waits, every other one follows in some schedule. The code that runs is that of production, and it may be
 * interrupted wherever it touches what others see.
 */
@ExtendWith(SilentLog.class)
class EveryScheduleTest {
    /**
     * What happens.
     *
     * @param words names of tasks
     * @param presentAtFirst whether key 0 is there
     * @param interruptions how often a task may be interrupted
     */
    record Small(String words, boolean presentAtFirst, int interruptions) {
        List<Supplier<Task>> tasks() {
            return Arrays.stream(words.split(" ")).map(Small::task).toList();
        }

        boolean owners() {
            return words.contains("owner");
        }

        /**
         * Whether it matters who touches this part first. No write fails in these scenarios, so nothing is in doubt. The view and the phases change by rebuilds and
         * bypasses alone, which the runs show. Memory and flights are touched by lookups only; one that is alone meets nobody there.
         */
        boolean canMatter(Part part) {
            return switch (part) {
                case DOUBTS -> false;
                case VIEW, PHASES -> words.contains("rebuild") || words.contains("bypass");
                case MEMORY, FLIGHTS -> words.contains("lookup lookup");
                default -> true;
            };
        }

        private static Supplier<Task> task(String word) {
            return switch (word) {
                case "insert" -> () -> new WriteOnce(StoreChange.INSERT, 0, 1);
                case "delete" -> () -> new WriteOnce(StoreChange.DELETE, 0, 1);
                case "replace" -> () -> new WriteOnce(StoreChange.REPLACE, 0, 1);
                case "lookup" -> () -> new LookUp(0);
                case "both" -> () -> new LookUpBoth(0, 1);
                case "rebuild" -> RebuildOnce::new;
                case "owner" -> () -> new DropOnce(0);
                case "bypass" -> () -> new BypassingInsert(0);
                default -> throw new IllegalArgumentException(word);
            };
        }
    }

    static Stream<Small> scenarios() {
        return Stream.of(
                new Small("insert rebuild lookup", false, 3),
                new Small("delete rebuild lookup", true, 3),
                new Small("insert delete lookup", false, 3),
                new Small("insert insert lookup", false, 3),
                new Small("replace rebuild both", true, 3),
                new Small("lookup lookup insert", false, 3),
                new Small("lookup lookup delete", true, 3),
                new Small("bypass rebuild lookup", false, 3),
                new Small("owner insert lookup", true, 3),
                new Small("owner rebuild lookup", true, 3),
                new Small("owner insert rebuild lookup", true, 2),
                new Small("insert delete rebuild lookup", false, 2),
                new Small("insert delete insert rebuild", false, 2),
                new Small("insert rebuild bypass lookup", false, 2));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everySchedule_ofSmallScenario_noWrongAnswer(Small small) {
        for (int falsePositives = 0; falsePositives < 2; falsePositives++) {
            assertThat(wrongRuns(small, falsePositives, new Protocol())).isZero();
        }
    }

    @Test
    void everySchedule_ofBrokenProtocol_isCaught() {
        Small small = new Small("insert rebuild lookup", false, 2);
        Protocol commitsFirst = BrokenProtocol.commitsFirst().protocol();
        assertThat(wrongRuns(small, 0, commitsFirst)).isPositive();
    }

    /** A key that came past the gate is noticed by the write that meets it, in every schedule; and only by that. */
    @ParameterizedTest
    @EnumSource(
            value = StoreChange.class,
            names = {"INSERT", "DELETE", "REPLACE"})
    void everySchedule_ofAForeignWrite_isNoticedByTheWriteThatMeetsIt(StoreChange change) {
        EveryChoice choices = new EveryChoice();
        int noticed = 0;
        int runs = 0;
        do {
            WriteOnce write = new WriteOnce(change, 0, 1);
            Small small = new Small("write rebuild", false, 3); // with all points that a rebuild would need
            Scenario scenario = scenario(small, 0, List.of(() -> write, () -> new ForeignInsert(0)));
            Simulation simulation = new Simulation(scenario, new Protocol(), choices, new Interruptions(small), false);
            try {
                simulation.run();
            } catch (Judge.WrongAnswer unmet) {
                assertThat(unmet).hasMessageContaining("at the end the filter does not know");
            }
            boolean met = write.isDone() == (change != StoreChange.INSERT);
            assertThat(simulation.alarms()).isEqualTo(met ? 1 : 0);
            noticed += simulation.alarms();
            runs++;
        } while (choices.next());
        assertThat(noticed).isPositive().isLessThan(runs);
    }

    /** Control: the same write beside another one of the gate, in place of the foreign one. */
    @Test
    void everySchedule_withoutAForeignWrite_aBrokenConclusionIsCaught() {
        Protocol broken = BrokenProtocol.all()
                .filter(fault -> fault.rule() == BrokenProtocol.FOREIGN_WRITES)
                .findFirst()
                .orElseThrow()
                .protocol();
        assertThat(wrongRuns(new Small("insert insert", false, 3), 0, broken)).isPositive();
        assertThat(wrongRuns(new Small("insert insert", false, 3), 0, new Protocol()))
                .isZero();
    }

    private static Scenario scenario(Small small, int falsePositives, List<Supplier<Task>> tasks) {
        return new Scenario(
                new ModelFilter.Shape(false, falsePositives, 100, 100, 0),
                !small.owners(),
                new SimulatedStore.Shape(2, 0, false, 0),
                small.presentAtFirst ? 1 : 0,
                true,
                2,
                8,
                true,
                0,
                small.owners(),
                Durability.NONE,
                0,
                tasks);
    }

    private static long wrongRuns(Small small, int falsePositives, Protocol protocol) {
        Scenario scenario = scenario(small, falsePositives, small.tasks());
        EveryChoice choices = new EveryChoice();
        long wrong = 0;
        do {
            try {
                run(small, new Simulation(scenario, protocol, choices, new Interruptions(small), false));
            } catch (Judge.WrongAnswer | Judge.FalseAlarm answer) {
                wrong++;
            }
        } while (choices.next());
        return wrong;
    }

    /** Runs it, and shows that what is taken for private was. */
    private static void run(Small small, Simulation simulation) {
        Object seen = simulation.gate().view();
        int phase = simulation.gate().core().phases.now();
        simulation.run();
        assertThat(simulation.gate().core().inDoubt.last()).isZero();
        if (!small.canMatter(Part.VIEW)) {
            assertThat(simulation.gate().view()).isSameAs(seen);
        }
        if (!small.canMatter(Part.PHASES)) {
            assertThat(simulation.gate().core().phases.now()).isEqualTo(phase);
        }
    }

    /** So many and no more, and only where another task can have changed, or will see, what is touched next. */
    private static final class Interruptions implements Simulation.Switching {
        private final Small small;
        private int left;

        Interruptions(Small small) {
            this.small = small;
            left = small.interruptions;
        }

        @Override
        public boolean giveWay(Choices choices, Part part) {
            if (left == 0 || !small.canMatter(part) || choices.below(2) == 0) {
                return false;
            }
            left--;
            return true;
        }
    }
}
