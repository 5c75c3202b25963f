package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code docs/format.md} says of encoders and of the keys behind the golden files is true. */
class FormatKeysDocTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Pattern BYTES = Pattern.compile("\\| (.+) \\| `([0-9a-f]{6,32})` \\|");
    private static final Pattern CHECK = Pattern.compile("\\| `(\\w+)` \\| .* \\| .* \\| `([0-9a-f]{16})` \\|");
    private static final Pattern EXPECTED = Pattern.compile("(\\S+): (\\d+) found, (\\d+) false positives, .*");
    private static final Pattern HASH = Pattern.compile("hash=(\\S+)");

    private final String page = Files.readString(Path.of("../docs/format.md"));

    FormatKeysDocTest() throws IOException {}

    private static <K> BloomFilter<K> filter(KeyEncoder<K> encoder) {
        return Filters.bloom(encoder)
                .capacity(100)
                .targetFpp(0.01)
                .seed(Seed.of(42))
                .build();
    }

    @Test
    void encoders_ofThePage_areThoseOfTheLibrary() {
        Map<String, KeyForm> forms = Map.of("bytes", KeyForm.BYTES, "int64", KeyForm.INT64, "uuid", KeyForm.UUID);
        List<MatchResult> rows = CHECK.matcher(page).results().toList();
        assertThat(rows).hasSize(3);
        for (MatchResult row : rows) {
            KeyForm form = Objects.requireNonNull(forms.get(row.group(1)), row.group(1));
            assertThat(HexFormat.of().toHexDigits(form.check())).isEqualTo(row.group(2));
        }
    }

    /** A key that is encoded in the way of a row is the key of the bytes of that row. */
    @Test
    void bytesOfKeys_ofThePage_areThoseOfTheLibrary() {
        BloomFilter<String> strings = filter(KeyEncoder.utf8());
        UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        byte[] two = {1, 2};
        Map<String, Long> hashes = Map.of(
                "`utf8`: `a\u00e9`",
                strings.hash("a\u00e9"),
                "`utf8`: U+D83D alone, then `a`",
                strings.hash("\ud83da"),
                "`utf8`: U+1F680",
                strings.hash("\ud83d\ude80"),
                "`uuid`: `" + uuid + "`",
                filter(KeyEncoder.uuid()).hash(uuid),
                "`putBoolean(true)`, `putByte(-2)`, `putInt(1000)`, `putLong(-1)`",
                hash((key, sink) ->
                        sink.putBoolean(true).putByte((byte) -2).putInt(1000).putLong(-1)),
                "`putDouble(1.5)`, `putDouble(NaN)`",
                hash((key, sink) -> sink.putDouble(1.5).putDouble(Double.NaN)),
                "`putString(\"a\u00e9\")`, `putBytes(0x0102)`",
                hash((key, sink) -> sink.putString("a\u00e9").putBytes(two)),
                "`putRawUtf8(\"a\u00e9\")`, `putRawBytes(0x0102)`",
                hash((key, sink) -> sink.putRawUtf8("a\u00e9").putRawBytes(two)));
        List<MatchResult> rows = BYTES.matcher(page.substring(page.indexOf("| key | bytes in hex |")))
                .results()
                .filter(row -> hashes.containsKey(row.group(1)))
                .toList();
        assertThat(rows).hasSize(hashes.size());
        for (MatchResult row : rows) {
            long hash = filter(KeyEncoder.bytes()).hash(HexFormat.of().parseHex(row.group(2)));
            assertThat(hashes.get(row.group(1))).as(row.group(1)).isEqualTo(hash);
        }
    }

    private static long hash(KeyEncoder<String> encoder) {
        return filter(encoder).hash("any");
    }

    static List<Path> goldenFiles() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String version : List.of("v1", "v2")) {
            try (Stream<Path> files = Files.list(GOLDEN.resolve(version))) {
                files.filter(file -> file.toString().endsWith(".flt")).sorted().forEach(all::add);
            }
        }
        assertThat(all).hasSizeGreaterThan(50);
        return all;
    }

    /** A reader that knows the page and nothing of the library finds what {@code expected.txt} says. */
    @ParameterizedTest
    @MethodSource("goldenFiles")
    void keys_ofThePage_areFoundInTheGoldenFile(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String header = new String(bytes, StandardCharsets.ISO_8859_1);
        Matcher hash = HASH.matcher(header);
        assertThat(hash.find()).isTrue();
        String name = hash.group(1).startsWith("xxh3-64") ? "xxh3-64" : "siphash-2-4";
        PlainKeyHash keys = new PlainKeyHash(name, 42, 43);
        LongPredicate plain = PlainSnapshotReader.read(bytes);
        String fileName = file.getFileName().toString();
        long found = count(0, 40, fileName, keys, plain);
        long falsePositives = count(40, 20_040, fileName, keys, plain);
        assertThat(found + " found, " + falsePositives + " false positives").isEqualTo(expected(file));
    }

    private static long count(long from, long to, String file, PlainKeyHash keys, LongPredicate plain) {
        return LongStream.range(from, to)
                .map(i -> file.equals("bloom-longs.flt") ? keys.ofNumber(i) : keys.ofBytes(key(file, i)))
                .filter(plain)
                .count();
    }

    private static byte[] key(String file, long i) {
        return switch (file) {
            case "bloom-uuids.flt" ->
                ByteBuffer.allocate(16).putLong(i).putLong(-i).array();
            case "bloom-surrogates.flt" -> {
                byte[] digits = Long.toString(i).getBytes(StandardCharsets.US_ASCII);
                yield ByteBuffer.allocate(6 + digits.length)
                        .put(HexFormat.of().parseHex("eda0bd"))
                        .put(digits)
                        .put(HexFormat.of().parseHex("edba80"))
                        .array();
            }
            case "bloom-named.flt", "bloom-unnamed.flt" -> visit(i);
            default -> ("https://example.com/" + i).getBytes(StandardCharsets.US_ASCII);
        };
    }

    private static byte[] visit(long i) {
        byte[] page = ("/page/" + i).getBytes(StandardCharsets.US_ASCII);
        byte[] token = ("t" + i).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(1 + 1 + 4 + 8 + 8 + page.length + 4 + token.length + 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) (i % 2 == 0 ? 1 : 0))
                .put((byte) i)
                .putInt((int) (1000 * i))
                .putLong(i << 33)
                .putDouble(i / 4.0)
                .put(page)
                .putInt(page.length)
                .put(token)
                .putInt(token.length)
                .array();
    }

    private static String expected(Path file) throws IOException {
        for (String line : Files.readAllLines(file.resolveSibling("expected.txt"))) {
            Matcher row = EXPECTED.matcher(line);
            if (row.matches() && row.group(1).equals(file.getFileName().toString())) {
                return row.group(2) + " found, " + row.group(3) + " false positives";
            }
        }
        throw new AssertionError("expected.txt does not have " + file);
    }

    /** For writers that do not have the models of the library. */
    @Test
    void fpp_byTheFormulaForWriters_isNotRefused() {
        for (Layout layout : List.of(Layout.CLASSIC, Layout.PARTITIONED)) {
            for (int k = 1; k <= 20; k++) {
                for (long wanted : new long[] {512, 1_000, 4_096, 5_000, 100_000, 1L << 30}) {
                    long bits = wanted + k - wanted % k;
                    for (double load : new double[] {0.1, 0.25, 0.5, 0.75, 1, 1.5}) {
                        long n = (long) Math.max(1, load * 0.693 * bits / k);
                        double fpp = 1.5 * Math.pow(-Math.expm1(-(double) k * n / bits), k) + n * 0x1p-64;
                        assertThat(new BloomSizing(layout, bits, k).fpp(n))
                                .as("%s, %d bits, k=%d, n=%d", layout, bits, k, n)
                                .isLessThanOrEqualTo(fpp);
                    }
                }
            }
        }
    }
}
