package dev.bloomery.testkit.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.Filters;
import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.InvalidSnapshotException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.SnapshotBytes;
import dev.bloomery.testkit.SnapshotWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that breaks a rule of {@code docs/format.md} and whose checksums are right is not called damaged. */
class RefusedByRuleTest {
    @TempDir
    Path directory;

    record Case(String what, SnapshotBytes parts) {
        byte[] bytes() {
            return parts.toBytes();
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private static SnapshotBytes sample(String kind) {
        return SnapshotBytes.of(SnapshotSample.of(kind).bytes());
    }

    /** One whose last bit is within a word, so that others follow it. */
    private static SnapshotBytes partitioned() {
        for (SnapshotSample sample : SnapshotSample.all()) {
            SnapshotBytes parts = SnapshotBytes.of(sample.bytes());
            if (parts.spec().matches("bloom .*layout=partitioned .*")) {
                return parts;
            }
        }
        throw new AssertionError("there is no partitioned sample");
    }

    private static Case spec(String kind, String pattern, String replacement) {
        SnapshotBytes sample = sample(kind);
        String changed = sample.spec().replaceFirst(pattern, replacement);
        assertThat(changed).as("%s has %s", sample.spec(), pattern).isNotEqualTo(sample.spec());
        return new Case(changed, sample.withSpec(changed));
    }

    private static Case state(String kind, String what, int at, int value) {
        SnapshotBytes sample = sample(kind);
        byte[] state = sample.state();
        for (int i = 0; i < Integer.BYTES; i++) {
            state[at + i] = (byte) (value >>> (8 * i));
        }
        return new Case(kind + ": " + what, sample.withState(state));
    }

    static List<Case> everyRule() {
        List<Case> all = new ArrayList<>(List.of(
                spec("bloom", "capacity=\\d+", "capacity=1099511627777"),
                spec("bloom", "fpp=\\S+", "fpp=1.0"),
                spec("bloom", "fpp=\\S+", "fpp=1.0E-12"),
                spec("bloom", " bits=\\d+ k=\\d+", ""),
                spec("bloom", "layout=\\w+", "layout=auto"),
                spec("bloom", "layout=\\w+", "layout=spiral"),
                spec("bloom", "hash=\\S+", "hash=md5"),
                spec("bloom", "bloom", "quotient"),
                spec("bloom", "k=\\d+", "k=65"),
                spec("bloom", "layout=\\w+ bits=\\d+ k=\\d+", "layout=partitioned bits=1001 k=7"),
                spec("bloom", "layout=\\w+ bits=\\d+ k=\\d+", "layout=blocked bits=1000 k=8"),
                spec("bloom", "layout=\\w+ bits=\\d+ k=\\d+", "layout=blocked bits=1024 k=7"),
                spec("bloom", "bits=\\d+", "bits=99999"),
                spec("counting-bloom", "counter=\\d", "counter=5"),
                spec("scalable-bloom", "layout=\\w+", "layout=blocked"),
                spec("scalable-bloom", "growth=\\S+", "growth=17.0"),
                spec("scalable-bloom", "tightening=\\S+", "tightening=1.0"),
                spec("scalable-bloom", "first=\\d+", "first=5000"),
                spec("windowed", "slices=\\d+", "slices=1001"),
                spec("windowed", "window=\\S+", "window=PT0S"),
                spec("cuckoo", "buckets=\\d+", "buckets=31"),
                spec("cuckoo", "width=\\d+", "width=41"),
                spec("fuse", "arity=\\d", "arity=5"),
                spec("fuse", "capacity=\\d+", "capacity=7"),
                state("bloom", "more insertions than there can be", 4, 1 << 20),
                state("fuse", "segments of 24 cells", 16, 24),
                state("fuse", "no windows", 20, 0),
                state("fuse", "no shards", 4, 0),
                state("fuse", "fingerprints of one bit", 0, 1),
                state("scalable-bloom", "no slices", 0, 0),
                state("windowed", "a million slices", 8, 1_000_000)));
        SnapshotBytes partitioned = partitioned();
        byte[] ones = partitioned.body();
        Arrays.fill(ones, (byte) -1);
        all.add(new Case("bits behind the last one", partitioned.withBody(ones)));
        SnapshotBytes bloom = sample("bloom");
        byte[] fixed = bloom.fixed();
        fixed[SnapshotBytes.KNOWN_ANSWER]++;
        all.add(new Case("another known answer", bloom.withFixed(fixed)));
        byte[] flags = bloom.fixed();
        flags[SnapshotBytes.FLAGS] |= 64;
        all.add(new Case("an unknown flag", bloom.withFixed(flags)));
        all.add(new Case("a body of another length", bloom.withBody(new byte[8])));
        SnapshotBytes scalable = sample("scalable-bloom");
        byte[] padded = scalable.body();
        padded[63] = 1; // the first slice has a few bytes, the next one begins at 64
        all.add(new Case("something between two slices", scalable.withBody(padded)));
        return all;
    }

    @ParameterizedTest
    @MethodSource("everyRule")
    void load_ruleBrokenAndChecksumsRight_isInvalidAndNotDamaged(Case broken) throws IOException {
        Path file = directory.resolve("some.flt");
        Files.write(file, broken.bytes());
        for (SnapshotWay way : List.of(SnapshotWay.ARRAY, SnapshotWay.STREAM, SnapshotWay.FILE)) {
            assertThatExceptionOfType(InvalidSnapshotException.class)
                    .as("by %s", way)
                    .isThrownBy(() -> way.load(Filters.load(KeyEncoder.int64()), broken.bytes(), file))
                    .withMessageContaining("its checksums are right")
                    .withMessageContaining("docs/format.md")
                    .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("damaged", "cut short"));
        }
    }

    /** Control: the same files with one bit flipped after the checksums were made are damaged, whatever else is wrong. */
    @Test
    void load_ruleBrokenAndBodyDamaged_isDamaged() {
        SnapshotBytes bloom = partitioned();
        byte[] ones = bloom.body();
        Arrays.fill(ones, (byte) -1);
        byte[] bytes = bloom.withBody(ones).toBytes();
        bytes[bytes.length - 20] ^= 1;
        assertThatExceptionOfType(DamagedSnapshotException.class)
                .isThrownBy(() -> Filters.load(KeyEncoder.int64()).from(bytes).any())
                .withMessageContaining("checksum");
    }
}
