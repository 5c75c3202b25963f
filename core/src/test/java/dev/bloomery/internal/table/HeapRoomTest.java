package dev.bloomery.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters that the heap cannot hold, in a process with little of it: the error says what was asked for. */
class HeapRoomTest {
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    /** Some 19 MB of bits at one percent, and a heap of 16. */
    private static final int KEYS = 16_000_000;

    @TempDir
    Path directory;

    @Test
    void filters_largerThanTheHeap_sayWhatWasAskedFor() throws Exception {
        Path saved = directory.resolve("saved");
        Filters.bloom(LONGS, BloomSpec.of(KEYS, 0.01)).build().snapshotTo(saved);
        List<String> lines = runInHeapOf("16m", "all", saved.toString());
        assertThat(lines).hasSize(7);
        for (String line : lines) {
            assertThat(line)
                    .contains("OutOfMemoryError: a filter of '")
                    .contains("capacity=")
                    .contains("fpp=")
                    .containsPattern("takes \\d+,\\d+,\\d+ bytes, but the heap has at most \\d+,\\d+,\\d+")
                    .contains("raise -Xmx")
                    .contains("mapped()");
        }
    }

    /** What might have fitted, and did not: the filter is smaller than the heap, but there are two. */
    @Test
    void copy_noRoomForAnother_saysWhatWasAskedForAndWhy() throws Exception {
        assertThat(runInHeapOf("32m", "copy", directory.toString()))
                .singleElement()
                .asString()
                .startsWith("copy OutOfMemoryError: a filter of 'bloom capacity=16000000 fpp=0.01")
                .contains("caused by OutOfMemoryError");
    }

    private static List<String> runInHeapOf(String heap, String what, String file)
            throws IOException, InterruptedException, URISyntaxException {
        String classPath = String.join(
                System.getProperty("path.separator"),
                List.of(place(Filters.class), place(HeapRoomTest.class), place(Hashing.class)));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        Asking.class.getName(),
                        what,
                        file)
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("%s", lines).isZero();
        return lines;
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** The process. */
    static final class Asking {
        private Asking() {}

        @FunctionalInterface
        private interface Ask {
            Object ask() throws IOException;
        }

        public static void main(String[] args) throws IOException {
            if (args[0].equals("copy")) {
                BloomFilter<Long> filter =
                        Filters.bloom(LONGS, BloomSpec.of(KEYS, 0.01)).build();
                say("copy", filter::copy);
                return;
            }
            Path saved = Path.of(args[1]);
            say("bloom", () -> Filters.bloom(LONGS, BloomSpec.of(KEYS, 0.01)).build());
            say(
                    "counting",
                    () -> Filters.countingBloom(LONGS, new CountingSpec(BloomSpec.of(KEYS / 4, 0.01), 4))
                            .build());
            say("cuckoo", () -> Filters.cuckoo(LONGS, CuckooSpec.of(KEYS, 0.01)).build());
            say(
                    "scalable",
                    () -> Filters.scalableBloom(LONGS, ScalableSpec.of(0.01).withFirstCapacity(KEYS))
                            .build());
            say(
                    "windowed",
                    () -> Filters.windowed(LONGS, WindowedSpec.of(8L * KEYS, Duration.ofDays(1), 0.01))
                            .build()
                            .addLong(1));
            say(
                    "fuse",
                    () -> Filters.fuse(LONGS)
                            .targetFpp(0.01)
                            .build(LongStream.range(0, KEYS).boxed()));
            say("loaded", () -> Filters.load(LONGS).from(saved).bloom());
        }

        private static void say(String what, Ask ask) throws IOException {
            try {
                System.out.println(what + " fits: " + ask.ask());
            } catch (OutOfMemoryError error) {
                System.out.println(what + " OutOfMemoryError: " + error.getMessage()
                        + (error.getCause() == null ? "" : " caused by OutOfMemoryError"));
            }
        }
    }
}
