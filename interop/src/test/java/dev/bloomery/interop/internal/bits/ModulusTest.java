package dev.bloomery.interop.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ModulusTest {

    @Test
    void of_anyNumber_isTheRemainder() {
        SplittableRandom random = Seeds.random("modulus");
        long[] divisors = {
            3, 8, 62, 63, 64, 65, 128, 1_000_003, 1L << 32, (1L << 32) + 64, (1L << 37) - 64, (1L << 62) - 1, 1L << 62
        };
        for (long divisor : divisors) {
            check(new Modulus(divisor), random);
        }
        for (int i = 0; i < 1_000; i++) {
            check(new Modulus(random.nextLong(3, 1L << random.nextInt(3, 62))), random);
        }
    }

    private static void check(Modulus modulus, SplittableRandom random) {
        long divisor = modulus.divisor();
        for (long x : new long[] {0, 1, divisor - 1, divisor, divisor + 1, Long.MAX_VALUE, Long.MAX_VALUE - 1}) {
            assertThat(modulus.of(x)).as("%d mod %d", x, divisor).isEqualTo(x % divisor);
        }
        long last = Long.MAX_VALUE / divisor * divisor; // where the estimate of the quotient is off most easily
        for (long x = last - 2; x <= last + 2 && x > 0; x++) {
            assertThat(modulus.of(x)).as("%d mod %d", x, divisor).isEqualTo(x % divisor);
        }
        for (int i = 0; i < 200; i++) {
            long x = random.nextLong(Long.MAX_VALUE);
            assertThat(modulus.of(x)).as("%d mod %d", x, divisor).isEqualTo(x % divisor);
        }
    }

    @Test
    void of_divisorOutOfRange_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Modulus(2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Modulus((1L << 62) + 1));
    }
}
