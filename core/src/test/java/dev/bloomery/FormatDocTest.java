package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.kind.KnownAnswer;
import dev.bloomery.internal.kind.SeededHash;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page {@code docs/format.md} says what the library does. */
class FormatDocTest {
    private static final Seed SEED = Seed.of(42);
    private static final Pattern DUMP = Pattern.compile("```hex\n(.*?)```", Pattern.DOTALL);
    private static final Pattern KNOWN_ANSWER = Pattern.compile("\\| (\\S+) \\| 42, (\\d+) \\| `([0-9a-f]{16})` \\|");
    private static final Pattern POSITIONS =
            Pattern.compile("\\| `(.)`(, not added)? \\| `([0-9a-f]{16})` \\| ([0-9, ]+) \\|");

    private final String page = Files.readString(Path.of("../docs/format.md"));

    FormatDocTest() throws IOException {}

    private static List<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static BloomFilter<String> example() {
        BloomSizing size = new BloomSizing(Layout.CLASSIC, 64, 3);
        BloomSpec spec = new BloomSpec(3, 0.1, Layout.CLASSIC, KeyHash.XXH3_64, Optional.of(size));
        return Filters.bloom(KeyEncoder.utf8(), spec).seed(SEED).build();
    }

    private byte[] dump() {
        Matcher dump = DUMP.matcher(page);
        assertThat(dump.find()).isTrue();
        String hex = dump.group(1)
                .lines()
                .map(line -> line.substring(4).replace(" ", ""))
                .collect(Collectors.joining());
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void dump_exampleOfThePage_isWhatIsWritten() throws IOException {
        BloomFilter<String> filter = example();
        for (MatchResult row : all(POSITIONS, page)) {
            if (row.group(2) == null) {
                assertThat(filter.add(row.group(1))).isTrue();
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshotTo(out);
        assertThat(HexFormat.of().formatHex(out.toByteArray()))
                .isEqualTo(HexFormat.of().formatHex(dump()));
    }

    @Test
    void dump_exampleOfThePage_isRead() throws IOException {
        BloomFilter<String> loaded =
                Filters.load(KeyEncoder.utf8()).from(dump()).bloom();
        List<MatchResult> rows = all(POSITIONS, page);
        assertThat(rows).hasSize(4);
        for (MatchResult row : rows) {
            assertThat(loaded.mightContain(row.group(1))).isEqualTo(row.group(2) == null);
        }
    }

    @Test
    void hashesAndPositions_exampleOfThePage_areThoseOfTheLibrary() {
        BloomFilter<String> filter = example();
        for (MatchResult row : all(POSITIONS, page)) {
            long hash = filter.hash(row.group(1));
            assertThat(HexFormat.of().toHexDigits(hash)).isEqualTo(row.group(3));
            String positions = LongStream.range(0, 3)
                    .mapToObj(i -> Long.toString(SpecGeometry.of(filter.spec).position(hash, (int) i)))
                    .collect(Collectors.joining(", "));
            assertThat(positions).isEqualTo(row.group(4));
        }
    }

    @Test
    void knownAnswers_ofThePage_areThoseOfTheLibrary() {
        List<MatchResult> rows = all(KNOWN_ANSWER, page);
        assertThat(rows).hasSize(4);
        for (MatchResult row : rows) {
            Seed seed = Seed.of(42, Long.parseLong(row.group(2)));
            long answer = KnownAnswer.of(SeededHash.of(KeyHash.of(row.group(1)), seed), seed);
            assertThat(row.group(3)).isEqualTo(HexFormat.of().toHexDigits(answer));
        }
    }

    static List<GoldenSnapshot<?>> goldens() {
        return GoldenSnapshot.allOfVersion2();
    }

    /** The formulas of the page, written down once more, answer every golden file as the library does. */
    @ParameterizedTest
    @MethodSource("goldens")
    <K> void formulas_goldenFile_answerLikeTheLibrary(GoldenSnapshot<K> golden) throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/golden/v2", golden.fileName()));
        LongPredicate plain = PlainSnapshotReader.read(bytes);
        HashedFilter<K> loaded = golden.load(bytes);
        for (long i = 0; i < 4_000; i++) {
            K key = golden.key().apply(i);
            assertThat(plain.test(loaded.hash(key))).as("key %d", i).isEqualTo(loaded.mightContain(key));
        }
    }
}
