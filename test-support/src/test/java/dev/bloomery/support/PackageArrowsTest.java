package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.sample.low.Low;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageArrowsTest {
    private static final String SAMPLE = "dev.bloomery.support.sample.";
    private static final String LOW = SAMPLE + "low";
    private static final String HIGH = SAMPLE + "high";
    private static final String LEFT = SAMPLE + "left";
    private static final String RIGHT = SAMPLE + "right";
    private static final String CONSTANT = SAMPLE + "constant";
    private static final String NORMAL = SAMPLE + "normal";
    private static final String STATICS = SAMPLE + "statics";
    private static final String LINKED = SAMPLE + "linked";

    /** The arrows of the samples. */
    private static final Map<String, Set<String>> ALL = Map.of(
            LOW, Set.of(),
            HIGH, Set.of(LOW),
            LEFT, Set.of(RIGHT),
            RIGHT, Set.of(LEFT),
            CONSTANT, Set.of(),
            NORMAL, Set.of(CONSTANT),
            STATICS, Set.of(CONSTANT),
            LINKED, Set.of());

    private final PackageArrows samples = PackageArrows.ofPackages(Low.class, "dev.bloomery.support.sample");

    @Test
    void requireExactly_asTheyAre_passes() {
        assertThatCode(() -> samples.requireExactly(ALL)).doesNotThrowAnyException();
    }

    @Test
    void requireExactly_arrowNotAllowed_fails() {
        assertThatThrownBy(() -> samples.requireExactly(allBut(HIGH, Set.of())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(HIGH + " uses " + LOW + ", which it may not");
    }

    @Test
    void requireExactly_permissionThatNobodyUses_fails() {
        assertThatThrownBy(() -> samples.requireExactly(allBut(LOW, Set.of(HIGH))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LOW + " may use " + HIGH + ", and does not");
    }

    /** The exit codes of the command made a circle of five packages that the class files did not show. */
    @ParameterizedTest
    @ValueSource(strings = {NORMAL, STATICS})
    void requireExactly_constantOfAnotherPackage_isAnArrow(String user) {
        assertThatThrownBy(() -> samples.requireExactly(allBut(user, Set.of())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(user + " uses " + CONSTANT + ", which it may not");
    }

    @Test
    void requireExactly_linkInAComment_isNoArrow() {
        assertThatThrownBy(() -> samples.requireExactly(allBut(LINKED, Set.of(CONSTANT))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LINKED + " may use " + CONSTANT + ", and does not");
    }

    @Test
    void requireExactlyInside_arrowToAnotherModule_isNone() {
        PackageArrows left = PackageArrows.ofPackages(Low.class, LEFT);
        assertThatCode(() -> left.requireExactlyInside(Map.of(LEFT, Set.of()))).doesNotThrowAnyException();
        assertThatThrownBy(() -> samples.requireExactlyInside(allBut(LEFT, Set.of())))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(LEFT + " uses " + RIGHT);
    }

    private static Map<String, Set<String>> allBut(String user, Set<String> allowed) {
        Map<String, Set<String>> changed = new HashMap<>(ALL);
        changed.put(user, allowed);
        return changed;
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
        assertThatCode(() -> PackageArrows.ofPackages(Low.class, HIGH).requireNoCycle())
                .doesNotThrowAnyException();
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
