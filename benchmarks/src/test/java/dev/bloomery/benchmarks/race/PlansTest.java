package dev.bloomery.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Task;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlansTest {

    @ParameterizedTest
    @ValueSource(strings = {"short", "long", "goals", "cuckoo", "static", "sweep", "regress", "smoke"})
    void tasks_measureNoFigureTwice(String name) {
        Set<List<Object>> figures = new HashSet<>();
        for (Task task : Plans.named(name).tasks()) {
            for (Measure measure : task.measures()) {
                assertThat(figures.add(List.of(task.contestant(), task.keyType(), task.keys(), task.fpp(), measure)))
                        .as(task.title() + ", " + measure)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "long", "goals", "cuckoo", "static", "sweep", "regress", "smoke"})
    void tasks_passTheCommandLineUnchanged(String name) {
        for (Task task : Plans.named(name).tasks()) {
            assertThat(Task.parse(task.arguments())).isEqualTo(task);
        }
    }

    @Test
    void shortPlan_byItsOwnGuess_takesLessThanTenMinutes() {
        assertThat(Plans.named("short").tasks().stream()
                        .mapToDouble(Progress::cost)
                        .sum())
                .isLessThan(600);
    }

    @Test
    void named_unknown_saysWhatThereIs() {
        assertThatThrownBy(() -> Plans.named("medium")).hasMessageContaining("short, long, goals, cuckoo, static");
    }
}
