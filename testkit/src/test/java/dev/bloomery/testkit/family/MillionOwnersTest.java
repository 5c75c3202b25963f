package dev.bloomery.testkit.family;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.Filters;
import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.RateBound;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A million owners with twenty keys each, then owners of 1,000 and of 10,000 keys among them: bytes an owner and FPP. Bytes are what the heap
 * of a JVM of its own has more than before, after a full collection: everything is counted. The keys come round by round, one to each owner: the
 * worst order for the pages, since every record grows beside all others. What large owners leave as gaps when they grow counts to them.
 */
class MillionOwnersTest {
    private static final double FPP = 0.01;
    private static final int OWNERS = 1_000_000;
    private static final Pattern LINE =
            Pattern.compile("(\\d+) keys: ([\\d.]+) bytes an owner, (\\d+) of (\\d+) absent keys, (\\d+) missing");

    @TempDir
    Path directory;

    @Test
    void owners_ofEachSize_takeTheBytesAndTheFppAskedFor() throws Exception {
        String output = run(Filled.class, "512m");
        Matcher line = LINE.matcher(output);
        int sizes = 0;
        while (line.find()) {
            int keys = Integer.parseInt(line.group(1));
            double bytes = Double.parseDouble(line.group(2));
            RateBound.assertRateAtMost(
                    FPP, Long.parseLong(line.group(3)), Long.parseLong(line.group(4)), keys + " keys");
            assertThat(line.group(5)).as("keys missing of owners with %d", keys).isEqualTo("0");
            assertThat(bytes).as("bytes of owners with %d keys", keys).isLessThan(keys == 20 ? 64 : 8.0 * keys);
            sizes++;
        }
        assertThat(sizes).as(output).isEqualTo(3);
    }

    /** A budget of a quarter of what all owners take. */
    @Tag("long")
    @Test
    void owners_inAQuarterOfTheMemory_areSpilledAndMissNothing() throws Exception {
        assertThat(run(Spilled.class, "128m", directory.resolve("family").toString(), Long.toString(Seeds.orElse(12))))
                .containsPattern("(?m)^0 missing$");
    }

    private static String run(Class<?> program, String heap, String... arguments)
            throws IOException, InterruptedException, URISyntaxException {
        String classPath = String.join(
                System.getProperty("path.separator"),
                List.of(place(Filters.class), place(MillionOwnersTest.class), place(Hashing.class)));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "-XX:MarkSweepDeadRatio=0", // else a collection may leave a share of the garbage where it is
                "-cp",
                classPath,
                program.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        System.out.print(output);
        return output;
    }

    private static String place(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    private static FamilyBuilder<Long, Long> builder() {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), FPP).seed(Seed.of(11));
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Fills a family and prints what {@link #LINE} reads. */
    static final class Filled {
        public static void main(String[] args) {
            FilterFamily<Long, Long> family = builder().build();
            boolean unused = family.mightContain(0L, 0L); // what classes and code take is not counted
            add(family, 0, OWNERS, 20);
            add(family, OWNERS, 1_000, 1_000);
            add(family, OWNERS + 1_000, 100, 10_000);
            System.out.println(family.info());
        }

        private static void add(FilterFamily<Long, Long> family, long first, int owners, int keys) {
            long before = heap();
            for (long key = 0; key < keys; key++) {
                for (long owner = first; owner < first + owners; owner++) {
                    family.add(owner, key);
                }
            }
            double bytes = (double) (heap() - before) / owners;
            int probes = 1_000_000;
            long hits = 0;
            long missing = 0;
            for (int i = 0; i < probes; i++) {
                long owner = first + i % owners;
                hits += family.mightContain(owner, -1L - i) ? 1 : 0;
                missing += family.mightContain(owner, (long) i % keys) ? 0 : 1;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d keys: %.2f bytes an owner, %d of %d absent keys, %d missing%n",
                    keys,
                    bytes,
                    hits,
                    probes,
                    missing);
        }
    }

    /** The same number of owners in a directory, under a budget. */
    static final class Spilled {
        public static void main(String[] args) throws IOException {
            long missing = 0;
            SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]));
            try (FilterFamily<Long, Long> family =
                    builder().memoryBudget(13_000_000).open(Path.of(args[0]))) {
                for (long key = 0; key < 20; key++) {
                    for (long owner = 0; owner < OWNERS; owner++) {
                        family.add(owner, key);
                    }
                }
                missing += missing(family, random);
                System.out.println(family.info());
            }
            try (FilterFamily<Long, Long> family =
                    builder().memoryBudget(13_000_000).open(Path.of(args[0]))) {
                missing += missing(family, random);
                System.out.println(family.info());
            }
            System.out.println(missing + " missing");
        }

        private static long missing(FilterFamily<Long, Long> family, SplittableRandom random) {
            long missing = 0;
            for (int i = 0; i < 2_000_000; i++) {
                missing += family.mightContain((long) random.nextInt(OWNERS), (long) random.nextInt(20)) ? 0 : 1;
            }
            return missing;
        }
    }
}
