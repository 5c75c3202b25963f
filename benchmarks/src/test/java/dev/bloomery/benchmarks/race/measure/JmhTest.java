package dev.bloomery.benchmarks.race.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JmhTest {
    /** A filter that is filled in four calls: the cheap first one alone says nothing. */
    @Test
    void means_callsOfTwoPasses_areOneFigureAPass() {
        assertThat(Jmh.means(new double[] {10, 10, 20, 40, 12, 12, 22, 42}, 4)).containsExactly(20, 22);
    }

    @Test
    void means_iterationsAlike_areFiguresEach() {
        assertThat(Jmh.means(new double[] {3, 1, 2}, 1)).containsExactly(3, 1, 2);
    }
}
