package dev.bloomery.testkit.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What owners of each size take, by {@code info()}, whose figure {@link MillionOwnersTest} compares with the heap; the table of docs/families.md. */
class FamilyBytesTest {

    @ParameterizedTest
    @CsvSource({
        "1, 32",
        "2, 32",
        "5, 40",
        "10, 48",
        "20, 60",
        "25, 104",
        "50, 160",
        "100, 350",
        "300, 1200",
        "1000, 3500",
        "3000, 8500",
        "10000, 30000"
    })
    void owner_ofEachSize_takesAtMost(int keys, double atMost) {
        int owners = Math.max(100, Math.min(200_000, 1_000_000 / keys));
        FilterFamily<Long, Long> family = FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 0.01)
                .seed(Seed.of(7))
                .build();
        long empty = family.info().memoryBytes();
        for (long key = 0; key < keys; key++) {
            for (long owner = 0; owner < owners; owner++) {
                family.add(owner, key);
            }
        }
        double bytes = (double) (family.info().memoryBytes() - empty) / owners;
        System.out.printf(Locale.ROOT, "%d keys: %.1f bytes, %.1f bits a key%n", keys, bytes, 8 * bytes / keys);
        assertThat(bytes).isLessThan(atMost);
    }
}
