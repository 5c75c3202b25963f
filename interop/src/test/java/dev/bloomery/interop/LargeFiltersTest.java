package dev.bloomery.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.interop.guava.GuavaFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.interop.spark.SparkFilter;
import dev.bloomery.interop.spark.SparkFilters;
import dev.bloomery.interop.spark.SparkKeys;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters of more than 2^32 bits, through files: 600 MB each. */
@Tag("long")
class LargeFiltersTest {
    private static final int EXPECTED = 500_000_000;
    private static final int KEYS = 1_000_000;

    @TempDir
    Path directory;

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private Path write(String name, Writing writing) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            writing.to(out);
        }
        return file;
    }

    private static long key(int i) {
        return i * 0x9E3779B97F4A7C15L;
    }

    @Test
    void guava_moreThan32Bits_areTheSame() throws IOException {
        BloomFilter<Long> guava = BloomFilter.create(Funnels.longFunnel(), EXPECTED, 0.01);
        for (int i = 0; i < KEYS; i++) {
            guava.put(key(i));
        }
        Path file = write("guava", guava::writeTo);
        GuavaFilter<Long> ours = GuavaFilters.read(file, GuavaKeys.longs());
        assertThat(ours.sizeInBits()).isGreaterThan(1L << 32);
        for (int i = 0; i < 2 * KEYS; i++) {
            if (ours.mightContain(key(i)) != guava.mightContain(key(i)) || (i < KEYS && !ours.mightContain(key(i)))) {
                throw new AssertionError("key " + i + " is answered otherwise");
            }
        }
        for (int i = 2 * KEYS; i < 3 * KEYS; i++) {
            assertThat(ours.add(key(i))).isEqualTo(guava.put(key(i)));
        }
        assertThat(Files.mismatch(write("ours", ours::writeTo), write("theirs", guava::writeTo)))
                .isEqualTo(-1);
    }

    @Test
    void spark_bothVersions_areTheSame() throws IOException {
        for (var version : org.apache.spark.util.sketch.BloomFilter.Version.values()) {
            long bits = org.apache.spark.util.sketch.BloomFilter.optimalNumOfBits(EXPECTED, 0.01);
            var spark = org.apache.spark.util.sketch.BloomFilter.create(version, EXPECTED, bits, 0);
            for (int i = 0; i < KEYS; i++) {
                spark.putLong(key(i));
            }
            Path file = write("spark", spark::writeTo);
            SparkFilter<Long> ours = SparkFilters.read(file, SparkKeys.longs());
            assertThat(ours.sizeInBits()).isGreaterThan(1L << 32);
            for (int i = 0; i < 2 * KEYS; i++) {
                if (ours.mightContain(key(i)) != spark.mightContainLong(key(i))) {
                    throw new AssertionError(version + ": key " + i + " is answered otherwise");
                }
            }
            for (int i = 2 * KEYS; i < 3 * KEYS; i++) {
                assertThat(ours.add(key(i))).isEqualTo(spark.putLong(key(i)));
            }
            assertThat(Files.mismatch(write("ours", ours::writeTo), write("theirs", spark::writeTo)))
                    .isEqualTo(-1);
        }
    }
}
