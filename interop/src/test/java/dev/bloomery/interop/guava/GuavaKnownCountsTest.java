package dev.bloomery.interop.guava;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The false positives that Guava's own tests expect: the even numbers below two million as texts are added at
 * an FPP of 3 %, and the odd ones are asked. A single key that goes elsewhere would change the count.
 */
class GuavaKnownCountsTest {

    @ParameterizedTest
    @CsvSource({"0, chars, 29824", "1, chars, 30104", "1, UTF-8, 29763"})
    void falsePositives_ofGuavasOwnTest_areThoseOfGuava(int strategy, String encoding, long expected)
            throws IOException {
        assertThat(
                        encoding.equals("chars")
                                ? falsePositives(strategy, GuavaKeys.unencodedChars())
                                : falsePositives(strategy, GuavaKeys.strings(StandardCharsets.UTF_8)))
                .isEqualTo(expected);
    }

    private static <K> long falsePositives(int strategy, KeyEncoder<K> keys) throws IOException {
        byte[] empty = GuavaFilters.create(keys, 1_000_000, 0.03).toBytes();
        empty[0] = (byte) strategy;
        GuavaFilter<K> filter = GuavaFilters.read(empty, keys);
        for (int i = 0; i < 2_000_000; i += 2) {
            boolean unused = filter.add(key(i));
        }
        long found = 0;
        for (int i = 1; i < 2_000_000; i += 2) {
            found += filter.mightContain(key(i)) ? 1 : 0;
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // both encoders take texts
    private static <K> K key(int i) {
        return (K) Integer.toString(i);
    }
}
