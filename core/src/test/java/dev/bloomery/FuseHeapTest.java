package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More keys than memory: a build takes 31 bytes for each key of one shard beside the filter, whatever their number. */
@Tag("long")
class FuseHeapTest {
    private static final int KEYS = 48_000_000; // three full shards

    /** 16.8 million keys of a shard times 31 bytes, 54 MB of filter, and a tenth for the collector of garbage. */
    private static final int ENOUGH_MB = 640;

    @TempDir
    Path directory;

    @Test
    void build_threeShardsInALimitedHeap_findsEveryKeyAndLeavesNoFile() throws Exception {
        assertThat(runInHeapOf(ENOUGH_MB)).contains("all found in 3 shards");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    /** Control: the limit is one. */
    @Test
    void build_tooSmallAHeap_runsOutOfMemoryAndLeavesNoFile() throws Exception {
        assertThat(runInHeapOf(ENOUGH_MB / 2)).contains("OutOfMemoryError");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    private String runInHeapOf(int megabytes) throws IOException, InterruptedException, URISyntaxException {
        String classPath = String.join(
                System.getProperty("path.separator"),
                List.of(place(Filters.class), place(FuseHeapTest.class), place(Hashing.class)));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + megabytes + "m",
                        "-cp",
                        classPath,
                        FuseHeapTest.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    public static void main(String[] args) {
        FuseFilter<Long> filter = Filters.fuse(KeyEncoder.int64())
                .targetFpp(0.004)
                .tempDirectory(Path.of(args[0]))
                .build(LongStream.range(0, KEYS).boxed());
        if (LongStream.range(0, KEYS).allMatch(filter::mightContainLong)) {
            System.out.println("all found in " + filter.info().shards() + " shards");
        }
    }
}
