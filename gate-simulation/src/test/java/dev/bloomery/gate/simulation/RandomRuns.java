package dev.bloomery.gate.simulation;

import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Choices;
import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.RandomChoices;
import dev.bloomery.gate.simulation.engine.Scenario;
import dev.bloomery.gate.simulation.engine.Simulation;
import java.util.OptionalLong;
import java.util.function.Function;

/** Many random scenarios, each with a random schedule; number n of a seed is always the same. */
final class RandomRuns {
    private final Protocol protocol;
    private final Function<Choices, Scenario> scenarios;

    private final boolean judgesAlarms;

    RandomRuns(Protocol protocol, Function<Choices, Scenario> scenarios) {
        this(protocol, scenarios, true);
    }

    private RandomRuns(Protocol protocol, Function<Choices, Scenario> scenarios, boolean judgesAlarms) {
        this.protocol = protocol;
        this.scenarios = scenarios;
        this.judgesAlarms = judgesAlarms;
    }

    /** A run in which a write takes another one for one past the gate, because the protocol is broken elsewhere, does not count. */
    RandomRuns withoutAlarms() {
        return new RandomRuns(protocol, scenarios, false);
    }

    static RandomRuns ofAnySort(Protocol protocol) {
        return new RandomRuns(protocol, RandomScenario::any);
    }

    static RandomRuns of(Protocol protocol, Sort sort) {
        return new RandomRuns(protocol, choices -> RandomScenario.of(choices, sort, 0));
    }

    /** The first of the runs with a wrong answer. */
    OptionalLong firstWrong(long firstSeed, long runs) {
        for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
            try {
                simulation(seed, false).run();
            } catch (Judge.WrongAnswer wrong) {
                return OptionalLong.of(seed);
            } catch (Judge.FalseAlarm alarm) {
                if (judgesAlarms) {
                    return OptionalLong.of(seed);
                }
            } catch (RuntimeException | AssertionError problem) {
                throw new AssertionError("seed " + seed, problem);
            }
        }
        return OptionalLong.empty();
    }

    /** What happened in a run with a wrong answer, step by step. */
    String story(long seed) {
        Simulation simulation = simulation(seed, true);
        try {
            simulation.run();
            return "seed " + seed + ": nothing wrong";
        } catch (Judge.WrongAnswer | Judge.FalseAlarm wrong) {
            return "seed " + seed + ": " + wrong.getMessage() + "\n" + simulation.scenario() + "\n"
                    + simulation.trace();
        }
    }

    private Simulation simulation(long seed, boolean traced) {
        Choices choices = new RandomChoices(seed);
        Scenario scenario = scenarios.apply(choices);
        int steadiness = choices.oneIn(2) ? 100 : 3 + choices.below(12); // for how many points a task goes on
        return new Simulation(scenario, protocol, choices, (c, part) -> c.oneIn(steadiness), traced);
    }
}
