package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SearchTest {

    @Test
    void smallest_anyGuess_findsTheBorder() {
        for (long border : new long[] {1, 2, 3, 10, 63, 64, 65, 1000, (1L << 40) + 17}) {
            for (long guess : new long[] {1, 2, 9, 10, 11, 64, 1 << 20, (1L << 40) + 16, (1L << 40) + 17, 1L << 41}) {
                assertThat(Search.smallest(guess, number -> number >= border))
                        .as("border %d, guess %d", border, guess)
                        .isEqualTo(border);
            }
        }
    }

    @Test
    void smallest_nearGuess_takesFewSteps() {
        long border = 1L << 40;
        long[] tests = {0};
        Search.smallest(border + 3, number -> {
            tests[0]++;
            return number >= border;
        });
        assertThat(tests[0]).isLessThan(10);
    }

    @Test
    void smallest_neverAsksBelowOne() {
        Search.smallest(5, number -> {
            assertThat(number).isPositive();
            return true;
        });
    }

    @Test
    void smallest_neverTrue_endsWithAnOverflow() {
        assertThatThrownBy(() -> Search.smallest(1, number -> false)).isInstanceOf(ArithmeticException.class);
    }
}
