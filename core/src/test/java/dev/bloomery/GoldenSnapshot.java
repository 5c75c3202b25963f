package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * A filter whose snapshot is kept for ever under {@code core/src/test/resources/golden}, to be read by every later release: one for each
 * kind, layout, width and hash.
 *
 * <p>As a program it writes the files of those that have none; one that is there it leaves alone. A file that a release has written is
 * <b>never</b> written again, and none is deleted: a change that makes a test of them fail breaks the files of users. A new version of the
 * format gets a new directory beside the old ones. The files of version 1 are those that say nothing of their encoder; those of later encoders
 * are in version 2 alone.
 *
 * <pre>
 * mvn -q test-compile -pl core exec:java -Dexec.classpathScope=test -Dexec.mainClass=dev.bloomery.GoldenSnapshot \
 *     -Dexec.args=core/src/test/resources/golden/v2
 * </pre>
 */
record GoldenSnapshot<K>(
        String name, KeyEncoder<K> encoder, LongFunction<K> key, Snapshotable<?> filter, boolean withSeed) {
    static final Seed SEED = Seed.of(42, 43);

    /** A time from which no clock goes on: nothing in the file is ever forgotten. */
    private static final InstantSource FUTURE = () -> Instant.parse("2200-01-01T00:00:00Z");

    static final int KEYS = 40;
    static final int PROBES = 20_000;

    static List<GoldenSnapshot<?>> all() {
        List<GoldenSnapshot<?>> all = new ArrayList<>();
        all.add(bloom("bloom-classic", Layout.CLASSIC, 0.01, KeyHash.XXH3_64));
        all.add(bloom("bloom-classic-siphash", Layout.CLASSIC, 0.01, KeyHash.SIPHASH_2_4));
        all.add(bloom("bloom-partitioned", Layout.PARTITIONED, 0.01, KeyHash.XXH3_64));
        all.add(blocked("bloom-blocked-2x1", 0.3, 2, KeyHash.XXH3_64));
        all.add(blocked("bloom-blocked-2x2", 0.1, 4, KeyHash.XXH3_64));
        all.add(blocked("bloom-blocked-2x3", 0.1, 6, KeyHash.XXH3_64));
        all.add(blocked("bloom-blocked-4x2", 0.1, 8, KeyHash.SIPHASH_2_4));
        all.add(blocked("bloom-blocked-4x3", 0.1, 12, KeyHash.XXH3_64));
        all.add(counting("counting-classic-4", Layout.CLASSIC, 4));
        all.add(counting("counting-partitioned-8", Layout.PARTITIONED, 8));
        all.add(counting("counting-blocked-4", Layout.BLOCKED, 4));
        all.add(counting("counting-blocked-8", Layout.BLOCKED, 8));
        all.add(cuckoo("cuckoo-7-bits", 0.1));
        all.add(cuckoo("cuckoo-16-bits", 0.0001));
        all.add(cuckoo("cuckoo-33-bits", 1e-9));
        all.add(fuse("fuse-3-cells-7-bits", 3, 0.01, KEYS));
        all.add(fuse("fuse-4-cells-8-bits", 4, 0.004, KEYS));
        all.add(fuse("fuse-3-cells-20-bits", 3, 1e-6, KEYS));
        all.add(fuse("fuse-4-cells-50-bits", 4, 1e-15, KEYS));
        all.add(fuse("fuse-empty", 3, 0.01, 0));
        all.add(strings(
                "scalable",
                filled(Filters.scalableBloom(KeyEncoder.utf8())
                        .targetFpp(0.125)
                        .firstCapacity(8)
                        .seed(SEED)
                        .build())));
        all.add(strings(
                "windowed",
                filled(Filters.windowed(KeyEncoder.utf8())
                        .window(Duration.ofDays(30), KEYS)
                        .targetFpp(0.125)
                        .slices(3)
                        .clock(FUTURE)
                        .seed(SEED)
                        .build())));
        GoldenSnapshot<String> classic = bloom("", Layout.CLASSIC, 0.01, KeyHash.XXH3_64);
        all.add(new GoldenSnapshot<>("bloom-without-seed", classic.encoder, classic.key, classic.filter, false));
        BloomFilter<Long> longs = Filters.bloom(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(0.01)
                .layout(Layout.CLASSIC)
                .seed(SEED)
                .build();
        for (long i = 0; i < KEYS; i++) {
            longs.add(i);
        }
        all.add(new GoldenSnapshot<>("bloom-longs", KeyEncoder.int64(), i -> i, longs, true));
        return all;
    }

    /** Beside those of version 1, keys of every other encoder, and the layout that came later. */
    static List<GoldenSnapshot<?>> allOfVersion2() {
        List<GoldenSnapshot<?>> all = new ArrayList<>(all());
        all.add(classic("bloom-uuids", KeyEncoder.uuid(), i -> new UUID(i, -i)));
        all.add(classic(
                "bloom-named", KeyEncoder.named("visit/1", Visit.FIELDS, visit(-1), visit(-2)), GoldenSnapshot::visit));
        all.add(classic("bloom-unnamed", Visit.FIELDS, GoldenSnapshot::visit));
        all.add(paired("bloom-paired-2x3", 12, KeyHash.XXH3_64));
        all.add(paired("bloom-paired-4x2", 16, KeyHash.SIPHASH_2_4));
        all.add(paired("bloom-paired-4x3", 24, KeyHash.XXH3_64));
        all.add(strings(
                "scalable-paired",
                filled(Filters.scalableBloom(KeyEncoder.utf8())
                        .targetFpp(0.01)
                        .firstCapacity(8)
                        .layout(Layout.PAIRED)
                        .seed(SEED)
                        .build())));
        all.add(classic("bloom-surrogates", KeyEncoder.utf8(), i -> "\ud83d" + i + "\ude80"));
        return all;
    }

    /** Every field that a {@link dev.bloomery.key.KeySink} takes. */
    record Visit(boolean first, byte weekday, int seconds, long user, double score, String page, String token) {
        static final KeyEncoder<Visit> FIELDS = (visit, sink) -> sink.putBoolean(visit.first)
                .putByte(visit.weekday)
                .putInt(visit.seconds)
                .putLong(visit.user)
                .putDouble(visit.score)
                .putString(visit.page)
                .putBytes(visit.token.getBytes(StandardCharsets.US_ASCII));
    }

    private static Visit visit(long i) {
        return new Visit(i % 2 == 0, (byte) i, (int) (1_000 * i), i << 33, i / 4.0, "/page/" + i, "t" + i);
    }

    private static <K> GoldenSnapshot<K> classic(String name, KeyEncoder<K> encoder, LongFunction<K> key) {
        BloomFilter<K> filter = Filters.bloom(encoder)
                .capacity(KEYS)
                .targetFpp(0.01)
                .layout(Layout.CLASSIC)
                .seed(SEED)
                .build();
        for (long i = 0; i < KEYS; i++) {
            filter.add(key.apply(i));
        }
        return new GoldenSnapshot<>(name, encoder, key, filter, true);
    }

    private static String text(long index) {
        return "https://example.com/" + index;
    }

    private static GoldenSnapshot<String> strings(String name, Snapshotable<?> filter) {
        return new GoldenSnapshot<>(name, KeyEncoder.utf8(), GoldenSnapshot::text, filter, true);
    }

    private static <F extends AddableFilter<String>> F filled(F filter) {
        for (int i = 0; i < KEYS; i++) {
            filter.add(text(i));
        }
        return filter;
    }

    private static GoldenSnapshot<String> bloom(String name, Layout layout, double fpp, KeyHash hash) {
        return strings(
                name,
                filled(Filters.bloom(KeyEncoder.utf8())
                        .capacity(KEYS)
                        .targetFpp(fpp)
                        .layout(layout)
                        .hash(hash)
                        .seed(SEED)
                        .build()));
    }

    /** Two blocks, in each of the five shapes that they can have: by the number of probes. */
    private static GoldenSnapshot<String> blocked(String name, double fpp, int probes, KeyHash hash) {
        BloomSizing size = new BloomSizing(Layout.BLOCKED, 1_024, probes);
        BloomSpec spec = new BloomSpec(KEYS, fpp, Layout.BLOCKED, hash, Optional.of(size));
        return strings(
                name, filled(Filters.bloom(KeyEncoder.utf8(), spec).seed(SEED).build()));
    }

    /** Two halves of two blocks, so crowded that some others are found. */
    private static GoldenSnapshot<String> paired(String name, int probes, KeyHash hash) {
        BloomSizing size = new BloomSizing(Layout.PAIRED, 2_048, probes);
        BloomSpec spec = new BloomSpec(KEYS, 0.01, Layout.PAIRED, hash, Optional.of(size));
        BloomFilter<String> filter = filled(Filters.bloom(KeyEncoder.utf8(), spec)
                .seed(SEED)
                .onCapacity(event -> {})
                .build());
        for (int i = 0; i < 100; i++) {
            filter.add(text(-i));
        }
        return strings(name, filter);
    }

    /** With counters of all sizes, some of them stuck. */
    private static GoldenSnapshot<String> counting(String name, Layout layout, int counterBits) {
        CountingBloomFilter<String> filter = filled(Filters.countingBloom(KeyEncoder.utf8())
                .capacity(KEYS)
                .targetFpp(0.01)
                .layout(layout)
                .counterBits(counterBits)
                .seed(SEED)
                .build());
        for (int i = 0; i < 300; i++) {
            filter.add(text(i * i % 7));
        }
        return strings(name, filter);
    }

    /** With copies. */
    private static GoldenSnapshot<String> cuckoo(String name, double fpp) {
        CuckooFilter<String> filter = filled(Filters.cuckoo(KeyEncoder.utf8())
                .capacity(KEYS + 10)
                .targetFpp(fpp)
                .seed(SEED)
                .build());
        for (int i = 0; i < 10; i++) {
            filter.add(text(i / 3));
        }
        return strings(name, filter);
    }

    private static GoldenSnapshot<String> fuse(String name, int arity, double fpp, int keys) {
        return strings(
                name,
                Filters.fuse(KeyEncoder.utf8())
                        .targetFpp(fpp)
                        .arity(arity)
                        .seed(SEED)
                        .build(LongStream.range(0, keys)
                                .mapToObj(GoldenSnapshot::text)
                                .toList()));
    }

    String fileName() {
        return name + ".flt";
    }

    byte[] bytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SnapshotWriter writer = filter.snapshot();
        (withSeed ? writer : writer.withoutSeed()).to(out);
        return out.toByteArray();
    }

    HashedFilter<K> load(byte[] bytes) throws IOException {
        return Filters.load(encoder).seed(SEED).from(bytes).any();
    }

    /** How many of the keys that were added are found, and of others. */
    String answers(HashedFilter<K> asked) {
        return count(asked, 0, KEYS) + " found, " + count(asked, KEYS, KEYS + PROBES) + " false positives";
    }

    private long count(HashedFilter<K> asked, long from, long to) {
        return LongStream.range(from, to)
                .filter(i -> asked.mightContain(key.apply(i)))
                .count();
    }

    /** Name, answers and spec, as {@code expected.txt} has them. */
    String line(HashedFilter<K> asked) {
        return fileName() + ": " + answers(asked) + ", " + asked.info().spec();
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Path expected = directory.resolve("expected.txt");
        List<String> lines = new ArrayList<>(Files.exists(expected) ? Files.readAllLines(expected) : List.of());
        for (GoldenSnapshot<?> golden : allOfVersion2()) {
            golden.writeIfNew(directory, lines);
        }
        Files.write(expected, lines);
    }

    private void writeIfNew(Path directory, List<String> lines) throws IOException {
        Path file = directory.resolve(fileName());
        if (!Files.exists(file)) {
            Files.write(file, bytes());
            lines.add(line(load(bytes())));
        }
    }
}
