package dev.bloomery.interop.guava;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Filters of Guava, written by Guava and read by us, and the other way round: every answer and every byte is
 * the same.
 */
class GuavaOracleTest {
    private static final int MANY = 500_000;

    /** A type of keys, as both sides see it. */
    record Type<K>(String name, KeyEncoder<K> keys, Funnel<? super K> funnel, IntFunction<K> key) {
        @Override
        public String toString() {
            return name;
        }

        BloomFilter<K> guava(int expected, double fpp, int strategy) {
            @SuppressWarnings("unchecked") // a funnel only takes keys
            Funnel<K> exact = (Funnel<K>) funnel;
            BloomFilter<K> made = BloomFilter.create(exact, expected, fpp);
            byte[] bytes = bytesOf(made);
            bytes[0] = (byte) strategy;
            return guava(bytes);
        }

        BloomFilter<K> guava(byte[] bytes) {
            try {
                @SuppressWarnings("unchecked") // a funnel only takes keys
                Funnel<K> exact = (Funnel<K>) funnel;
                return BloomFilter.readFrom(new ByteArrayInputStream(bytes), exact);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // pages are written, and never compared
    record Page(long user, String path, boolean read, byte[] digest, double score, short kind, char mark, float part) {}

    @SuppressWarnings({"CheckReturnValue", "NullAway"}) // a sink returns itself; a funnel gets no null
    private static final Funnel<Page> PAGES = (page, sink) -> sink.putLong(page.user())
            .putString(page.path(), StandardCharsets.UTF_8)
            .putBoolean(page.read())
            .putBytes(page.digest())
            .putBytes(page.digest(), 1, 2)
            .putBytes(ByteBuffer.wrap(page.digest()))
            .putDouble(page.score())
            .putShort(page.kind())
            .putChar(page.mark())
            .putFloat(page.part())
            .putUnencodedChars(page.path())
            .putInt(page.kind())
            .putByte((byte) page.kind());

    static List<Type<?>> types() {
        return List.of(
                new Type<>("longs", GuavaKeys.longs(), Funnels.longFunnel(), i -> i * 0x9E3779B97F4A7C15L),
                new Type<>("integers", GuavaKeys.integers(), Funnels.integerFunnel(), i -> i * 7 - 1_000_000),
                new Type<>(
                        "UTF-8",
                        GuavaKeys.strings(StandardCharsets.UTF_8),
                        Funnels.stringFunnel(StandardCharsets.UTF_8),
                        i -> "https://example.org/" + i + (i % 3 == 0 ? "/zażółć/€\uD83D\uDE80" : "")),
                new Type<>(
                        "UTF-16",
                        GuavaKeys.strings(StandardCharsets.UTF_16),
                        Funnels.stringFunnel(StandardCharsets.UTF_16),
                        i -> "ключ " + i),
                new Type<>(
                        "chars", GuavaKeys.unencodedChars(), Funnels.unencodedCharsFunnel(), i -> "name " + i + " ż"),
                new Type<>("bytes", GuavaKeys.bytes(), Funnels.byteArrayFunnel(), i ->
                        new byte[] {(byte) i, (byte) (i >> 8), (byte) (i >> 16), 4, 5}),
                new Type<>("a funnel", GuavaFunnels.encoder(PAGES), PAGES, GuavaOracleTest::page));
    }

    private static Page page(int i) {
        return new Page(
                i,
                "/page/" + i % 1_000,
                i % 2 == 0,
                new byte[] {1, (byte) i, 3},
                i / 3.0,
                (short) i,
                (char) i,
                i / 7.0f);
    }

    private static byte[] bytesOf(BloomFilter<?> filter) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            filter.writeTo(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** Half a million present and half a million absent keys of each type, by the strategy of today. */
    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_eachType_areThoseOfGuava(Type<K> type) throws IOException {
        compare(type, 1, MANY);
    }

    @ParameterizedTest
    @MethodSource("types")
    <K> void answersAndBytes_oldStrategy_areThoseOfGuava(Type<K> type) throws IOException {
        compare(type, 0, MANY / 20);
    }

    private static <K> void compare(Type<K> type, int strategy, int count) throws IOException {
        BloomFilter<K> guava = type.guava(count, 0.01, strategy);
        GuavaFilter<K> ours = GuavaFilters.read(bytesOf(guava), type.keys());
        for (int i = 0; i < count; i++) {
            K key = type.key().apply(i);
            if (ours.add(key) != guava.put(key)) {
                throw new AssertionError(type + ": the add of key " + i + " is answered otherwise");
            }
        }
        byte[] written = ours.toBytes();
        assertThat(written).isEqualTo(bytesOf(guava));
        BloomFilter<K> guavaOfOurs = type.guava(written);
        GuavaFilter<K> oursOfGuava = GuavaFilters.read(new ByteArrayInputStream(bytesOf(guava)), type.keys());
        long found = 0;
        for (int i = 0; i < 2 * count; i++) {
            K key = type.key().apply(i);
            boolean maybe = guavaOfOurs.mightContain(key);
            found += maybe ? 1 : 0;
            if (oursOfGuava.mightContain(key) != maybe || (i < count && !maybe)) {
                throw new AssertionError(type + ": key " + i + " is answered otherwise");
            }
        }
        assertThat(found).isBetween((long) count, count + count / 50L);
        assertThat(ours.currentFpp()).isEqualTo(guava.expectedFpp());
        // Guava rounds the same estimate in another order
        assertThat((double) ours.info().approximateDistinct())
                .isBetween(0.999 * guava.approximateElementCount() - 1, 1.001 * guava.approximateElementCount() + 1);
    }

    @Test
    void create_anyNumbers_givesTheBytesOfGuava() {
        for (int expected : new int[] {1, 2, 3, 10, 63, 64, 1_000, 12_345, 1_000_000}) {
            for (double fpp : new double[] {0.5, 0.1, 0.03, 0.01, 0.001, 1e-9, 1e-20}) {
                byte[] ours =
                        GuavaFilters.create(GuavaKeys.longs(), expected, fpp).toBytes();
                byte[] guava = bytesOf(BloomFilter.create(Funnels.longFunnel(), expected, fpp));
                assertThat(ours).as("%d keys at %s", expected, fpp).isEqualTo(guava);
            }
        }
    }

    @Test
    void answers_textsOfAllSorts_areThoseOfGuava() throws IOException {
        List<String> texts = List.of(
                "",
                "a",
                "\u00e9",
                "\u20ac",
                "\uD83D\uDE80",
                "\uD83D",
                "\uDE80\uD83D",
                "a\uD83Db",
                "\uFFFF",
                "\u00FF",
                "\u0100",
                "x\uDE80");
        BloomFilter<CharSequence> guava = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 100, 1e-6);
        GuavaFilter<String> ours = GuavaFilters.read(bytesOf(guava), GuavaKeys.strings(StandardCharsets.UTF_8));
        for (String text : texts) {
            assertThat(ours.add(text)).as(text).isEqualTo(guava.put(text));
            assertThat(ours.toBytes()).as(text).isEqualTo(bytesOf(guava));
        }
    }

    /** Control: with the encoder of another funnel, keys that were added are missed. */
    @Test
    void answers_otherFunnel_areWrong() throws IOException {
        BloomFilter<Integer> guava = BloomFilter.create(Funnels.integerFunnel(), 1_000, 0.01);
        for (int i = 0; i < 1_000; i++) {
            guava.put(i);
        }
        GuavaFilter<Long> wrong = GuavaFilters.read(bytesOf(guava), GuavaKeys.longs());
        long missed = 0;
        for (long i = 0; i < 1_000; i++) {
            missed += wrong.mightContain(i) ? 0 : 1;
        }
        assertThat(missed).isGreaterThan(900);
    }
}
