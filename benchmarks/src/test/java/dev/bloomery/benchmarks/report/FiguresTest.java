package dev.bloomery.benchmarks.report;

import static dev.bloomery.benchmarks.report.MadeUp.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.result.Names;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Point HERE = Goals.LONG_1M;

    @Test
    void find_measuredThreeTimes_givesTheMedian() {
        Figures figures = new Figures(List.of(
                result(Names.GUAVA, HERE, Names.HIT, 30),
                result(Names.GUAVA, HERE, Names.HIT, 90),
                result(Names.GUAVA, HERE, Names.HIT, 20)));
        assertThat(figures.nanos(Names.GUAVA, HERE, Names.HIT)).isEqualTo(30);
    }

    @Test
    void find_otherPoint_givesNothing() {
        Figures figures = new Figures(List.of(result(Names.GUAVA, HERE, Names.HIT, 30)));
        assertThat(figures.find(Names.GUAVA, HERE.withThreads(2), Names.HIT)).isEmpty();
        assertThat(figures.nanos(Names.GUAVA, HERE, Names.MISS)).isNaN();
    }

    @Test
    void constructor_figureThatIsNone_isLeftOut() {
        Figures figures = new Figures(
                List.of(result(Names.GUAVA, HERE, Names.HIT, Double.NaN), result(Names.GUAVA, HERE, Names.MISS, 0)));
        assertThat(figures.points()).isEmpty();
    }

    @Test
    void delivers_upToFivePercentMore_thenNoLonger() {
        assertThat(withFpp(0.0105).delivers(Names.GUAVA, HERE)).isTrue();
        assertThat(withFpp(0.0106).delivers(Names.GUAVA, HERE)).isFalse();
        assertThat(withFpp(Double.NaN).delivers(Names.GUAVA, HERE)).isFalse();
    }

    @Test
    void delivers_twoThreadsWithoutCount_takesThatOfOne() {
        Point two = HERE.withThreads(2);
        Figures figures = new Figures(List.of(
                result(Names.GUAVA, HERE, Names.HIT, 30, 0.01, 9.6),
                result(Names.GUAVA, two, Names.HIT, 30, Double.NaN, 9.6)));
        assertThat(figures.delivers(Names.GUAVA, two)).isTrue();
    }

    private static Figures withFpp(double measured) {
        return new Figures(List.of(result(Names.GUAVA, HERE, Names.HIT, 30, measured, 9.6)));
    }
}
