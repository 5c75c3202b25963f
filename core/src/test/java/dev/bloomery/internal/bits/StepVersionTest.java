package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepVersionTest {
    private final StepVersion version = new StepVersion();

    @Test
    void isUnstepped_nothingMeanwhile_isTrue() {
        long before = version.read();
        assertThat(version.isUnstepped(before)).isTrue();
        assertThat(version.isUnstepped(before)).as("asked again").isTrue();
    }

    @Test
    void isUnstepped_stepMeanwhile_isFalseAndTrueFromThenOn() {
        long before = version.read();
        version.step();
        assertThat(version.isUnstepped(before)).isFalse();
        assertThat(version.isUnstepped(version.read())).isTrue();
    }

    @Test
    void isUnstepped_manySteps_isNeverTrueAgain() {
        long before = version.read();
        for (int step = 0; step < 1_000; step++) {
            version.step();
            assertThat(version.isUnstepped(before)).isFalse();
        }
    }
}
