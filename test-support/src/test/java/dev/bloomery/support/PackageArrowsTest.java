package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.sample.low.Low;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PackageArrowsTest {
    private static final String SAMPLE = "dev.bloomery.support.sample.";
    private static final String LOW = SAMPLE + "low";
    private static final String HIGH = SAMPLE + "high";
    private static final String LEFT = SAMPLE + "left";
    private static final String RIGHT = SAMPLE + "right";

    private final PackageArrows samples = PackageArrows.ofPackages("dev.bloomery.support.sample");

    @Test
    void requireExactly_asTheyAre_passes() {
        assertThatCode(() -> samples.requireExactly(
                        Map.of(LOW, Set.of(), HIGH, Set.of(LOW), LEFT, Set.of(RIGHT), RIGHT, Set.of(LEFT))))
                .doesNotThrowAnyException();
    }

    @Test
    void requireExactly_arrowNotAllowed_fails() {
        assertThatThrownBy(() -> samples.requireExactly(
                        Map.of(LOW, Set.of(), HIGH, Set.of(), LEFT, Set.of(RIGHT), RIGHT, Set.of(LEFT))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(HIGH + " uses " + LOW + ", which it may not");
    }

    @Test
    void requireExactly_permissionThatNobodyUses_fails() {
        assertThatThrownBy(() -> samples.requireExactly(
                        Map.of(LOW, Set.of(HIGH), HIGH, Set.of(LOW), LEFT, Set.of(RIGHT), RIGHT, Set.of(LEFT))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LOW + " may use " + HIGH + ", and does not");
    }

    @Test
    void requireExactly_packageNotListed_fails() {
        assertThatThrownBy(() -> samples.requireExactly(Map.of(LOW, Set.of(), HIGH, Set.of(LOW))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LEFT);
    }

    @Test
    void requireNoCycle_circle_isNamed() {
        assertThatThrownBy(samples::requireNoCycle)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LEFT + " -> " + RIGHT + " -> " + LEFT);
        assertThatCode(() -> PackageArrows.ofPackages(HIGH).requireNoCycle()).doesNotThrowAnyException();
    }

    @Test
    void requireAtMostFiles_more_fails() {
        assertThatCode(() -> samples.requireAtMostFiles(1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> samples.requireAtMostFiles(0)).isInstanceOf(AssertionError.class);
    }

    @Test
    void requireOnlyIn_usedElsewhere_fails() {
        assertThatCode(() -> samples.requireOnlyIn(HIGH, Low.class)).doesNotThrowAnyException();
        assertThatThrownBy(() -> samples.requireOnlyIn(LEFT, Low.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(HIGH + ".High");
    }
}
