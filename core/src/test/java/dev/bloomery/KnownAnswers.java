package dev.bloomery;

import dev.bloomery.info.Explanation;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Computes the table that {@link KnownAnswerTest} knows; a program of its own, so that it can run in another JVM. */
final class KnownAnswers {
    static final String URL = "https://example.com/catalogue/item?id=0123456789&lang=en-GB#";

    record Visit(long user, String page, String token, int count, boolean first, double weight, byte kind) {}

    static final KeyEncoder<Visit> VISITS = (visit, sink) -> sink.putLong(visit.user())
            .putString(visit.page())
            .putBytes(visit.token().getBytes(StandardCharsets.ISO_8859_1))
            .putInt(visit.count())
            .putBoolean(visit.first())
            .putDouble(visit.weight())
            .putByte(visit.kind());

    private KnownAnswers() {}

    public static void main(String[] args) {
        System.out.print(hashes() + positions());
    }

    /** A line for each key: XXH3 under the seeds 42 and (1, 2), then SipHash under the same. */
    static String hashes() {
        StringBuilder table = new StringBuilder();
        strings(table, "utf8", KeyEncoder.utf8());
        strings(table, "utf8Chars", KeyEncoder.utf8Chars());

        byte[] bytes = {0, 1, 2, (byte) 0x80, (byte) 0xff, 5, 6, 7, 8, 9, 10};
        line(table, "bytes empty", KeyEncoder.bytes(), new byte[0]);
        line(table, "bytes 11", KeyEncoder.bytes(), bytes);
        line(table, "bytes 1000", KeyEncoder.bytes(), "bloomery!!".repeat(100).getBytes(StandardCharsets.US_ASCII));
        line(table, "byteBuffer heap", KeyEncoder.byteBuffer(), ByteBuffer.wrap(bytes));
        line(table, "byteBuffer direct", KeyEncoder.byteBuffer(), direct(bytes));
        line(table, "byteBuffer slice", KeyEncoder.byteBuffer(), direct(bytes).slice(3, 5));
        line(table, "byteBuffer empty", KeyEncoder.byteBuffer(), ByteBuffer.allocate(0));

        for (long key : new long[] {0, 1, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE}) {
            line(table, "int64 " + key, KeyEncoder.int64(), key);
        }
        for (int key : new int[] {0, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            line(table, "int32 " + key, KeyEncoder.int32(), key);
        }
        line(table, "uuid nil", KeyEncoder.uuid(), new UUID(0, 0));
        line(table, "uuid", KeyEncoder.uuid(), UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));

        line(table, "fields", VISITS, new Visit(7, "/caf\u00e9", "\u0000\u00ff", -3, true, 0.1, (byte) 9));
        line(table, "fields empty", VISITS, new Visit(0, "", "", 0, false, 0, (byte) 0));
        line(table, "fields NaN", VISITS, new Visit(0, "", "", 0, false, Double.NaN, (byte) 0));
        return table.toString();
    }

    private static <K extends CharSequence> void strings(StringBuilder table, String name, KeyEncoder<K> encoder) {
        stringLine(table, name + " empty", encoder, "");
        stringLine(table, name + " a", encoder, "a");
        stringLine(table, name + " URL", encoder, URL);
        stringLine(table, name + " U+00E9", encoder, "\u00e9");
        stringLine(table, name + " two kanji", encoder, "\u65e5\u672c");
        stringLine(table, name + " emoji", encoder, "go \ud83d\ude80 now");
        stringLine(table, name + " U+0000", encoder, "\u0000");
        stringLine(table, name + " lone high", encoder, "\ud83d");
        stringLine(table, name + " lone low", encoder, "\ude80!");
        stringLine(table, name + " 300 chars", encoder, "0123456789".repeat(30));
    }

    @SuppressWarnings("unchecked") // a string is a key of both encoders
    private static <K extends CharSequence> void stringLine(
            StringBuilder table, String name, KeyEncoder<K> encoder, String key) {
        line(table, name, encoder, (K) key);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static <K> void line(StringBuilder table, String name, KeyEncoder<K> encoder, K key) {
        table.append(String.format(Locale.ROOT, "%-26s", name));
        for (KeyHash hash : List.of(KeyHash.XXH3_64, KeyHash.SIPHASH_2_4)) {
            for (Seed seed : List.of(Seed.of(42), Seed.of(1, 2))) {
                BloomFilter<K> filter =
                        Filters.bloom(encoder).size(64, 1).hash(hash).seed(seed).build();
                table.append(String.format(Locale.ROOT, " %016x", filter.hash(key)));
            }
        }
        table.append('\n');
    }

    /** A line for each size and hash: where the bits of the key lie. The last of each small size is explained for "a". */
    static String positions() {
        StringBuilder table = new StringBuilder();
        for (BloomSizing size : List.of(
                new BloomSizing(Layout.CLASSIC, 1000, 7),
                new BloomSizing(Layout.CLASSIC, (1L << 36) + 64, 3),
                new BloomSizing(Layout.PARTITIONED, 1001, 7),
                new BloomSizing(Layout.BLOCKED, 100 * 512, 2),
                new BloomSizing(Layout.BLOCKED, 100 * 512, 4),
                new BloomSizing(Layout.BLOCKED, 100 * 512, 6),
                new BloomSizing(Layout.BLOCKED, 100 * 512, 8),
                new BloomSizing(Layout.BLOCKED, 100 * 512, 12),
                new BloomSizing(Layout.PAIRED, 100 * 1024, 4),
                new BloomSizing(Layout.PAIRED, 100 * 1024, 8),
                new BloomSizing(Layout.PAIRED, 100 * 1024, 12),
                new BloomSizing(Layout.PAIRED, 100 * 1024, 16),
                new BloomSizing(Layout.PAIRED, 100 * 1024, 24))) {
            String name = size.layout().specName() + " " + size.sizeInBits() + "/" + size.probesPerKey();
            for (long hash : new long[] {0, -1, 0x0123456789abcdefL, Long.MIN_VALUE}) {
                List<Long> positions = IntStream.range(0, size.probesPerKey())
                        .mapToObj(probe -> SpecGeometry.of(size).position(hash, probe))
                        .toList();
                table.append(String.format(Locale.ROOT, "%s %016x: %s\n", name, hash, join(positions)));
            }
            if (size.sizeInBits() < 1 << 20) {
                Explanation explanation = Filters.bloom(KeyEncoder.utf8(), BloomSpec.ofSize(size))
                        .seed(Seed.of(42))
                        .build()
                        .explain("a");
                List<Long> positions = explanation.probes().stream()
                        .map(Explanation.Probe::position)
                        .toList();
                table.append(name).append(" key a: ").append(join(positions)).append('\n');
            }
        }
        return table.toString();
    }

    private static String join(List<Long> positions) {
        return positions.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
