package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BloomSpecTest {
    private static final String EXAMPLE = "; write for example: bloom capacity=1000000 fpp=0.01";

    @Test
    void toString_openAndSettled_isAsTheJavadocSays() {
        BloomSpec open = BloomSpec.of(1_000_000, 0.01);
        assertThat(open).hasToString("bloom capacity=1000000 fpp=0.01 layout=auto hash=xxh3-64");
        assertThat(open.sized())
                .hasToString("bloom capacity=1000000 fpp=0.01 layout=blocked bits=10182656 k=6 hash=xxh3-64");
    }

    @Test
    void parse_ofToString_isEqual() {
        long seed = Seeds.orElse(0x5BEC);
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            BloomSpec spec = randomSpec(random);
            FilterSpec parsed = FilterSpec.parse(spec.toString());
            assertThat(parsed)
                    .as("seed %d, spec %d: %s", seed, i, spec)
                    .isEqualTo(spec)
                    .hasSameHashCodeAs(spec)
                    .hasToString(spec.toString());
        }
    }

    private static BloomSpec randomSpec(Random random) {
        long capacity = (1L << random.nextInt(41)) - random.nextInt(2);
        double targetFpp = Math.pow(10, -0.01 - 4.9 * random.nextDouble());
        KeyHash hash = pick(random, KeyHash.values());
        return switch (random.nextInt(4)) {
            case 0 -> BloomSpec.of(capacity, targetFpp).withHash(hash);
            case 1 ->
                BloomSpec.of(capacity, targetFpp)
                        .withLayout(pick(random, Layout.values()))
                        .withHash(hash);
            case 2 ->
                BloomSpec.of(capacity, targetFpp)
                        .withLayout(pick(random, Layout.values()))
                        .withHash(hash)
                        .sized();
            default ->
                BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, 100 + random.nextInt(1 << 20), 1 + random.nextInt(64)))
                        .withHash(hash);
        };
    }

    private static <T> T pick(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    @Test
    void parse_byHand_fillsInWhatIsLeftOut() {
        assertThat(FilterSpec.parse("bloom capacity=10 fpp=0.5")).isEqualTo(BloomSpec.of(10, 0.5));
        assertThat(FilterSpec.parse(" bloom\tfpp=5e-1 \n capacity=10  ")).isEqualTo(BloomSpec.of(10, 0.5));
        assertThat(FilterSpec.parse("bloom hash=siphash-2-4 layout=classic capacity=10 fpp=0.5"))
                .isEqualTo(BloomSpec.of(10, 0.5).withLayout(Layout.CLASSIC).withHash(KeyHash.SIPHASH_2_4));
    }

    @Test
    void parse_wrongForm_saysWhatIsWrong() {
        assertParse("", "the spec is empty" + EXAMPLE);
        assertParse(" \n ", "the spec is empty" + EXAMPLE);
        assertParse(
                "quotient capacity=1",
                "unknown kind of filter 'quotient'; a spec begins with bloom, counting-bloom, scalable-bloom, windowed, cuckoo or fuse");
        assertParse("bloom capacity", "part 2 of the spec is not name=value" + EXAMPLE);
        assertParse("bloom capacity=1 =5", "part 3 of the spec is not name=value" + EXAMPLE);
        assertParse("bloom capacity=1 capacity=1", "the spec gives 'capacity' twice");
        assertParse("bloom fpp=0.01", "the spec lacks capacity=..." + EXAMPLE);
        assertParse("bloom capacity=1", "the spec lacks fpp=..." + EXAMPLE);
        assertParse(
                "bloom capacity=1 fpp=0.01 colour=red",
                "the spec has an unknown name 'colour'; a bloom spec has: [bits, capacity, fpp, hash, k, layout]");
    }

    @Test
    void parse_wrongValues_saysWhatIsAllowed() {
        assertParse("bloom capacity=many fpp=0.01", "the spec has capacity=many, which is not a number that fits");
        assertParse("bloom capacity= fpp=0.01", "the spec has capacity=, which is not a number that fits");
        assertParse(
                "bloom capacity=9223372036854775808 fpp=0.01",
                "the spec has capacity=9223372036854775808, which is not a number that fits");
        assertParse("bloom capacity=1 fpp=low", "the spec has fpp=low, which is not a number that fits");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=classic bits=x k=1",
                "the spec has bits=x, which is not a number that fits");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=classic bits=640 k=4294967297",
                "the spec has k=4294967297, which is not a number that fits");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=fast",
                "the spec has an unknown layout 'fast'; use one of [auto, classic, partitioned, blocked, paired]");
        assertParse(
                "bloom capacity=1 fpp=0.01 hash=md5",
                "the spec has an unknown hash 'md5'; use one of xxh3-64, siphash-2-4");
        assertParse(
                "bloom capacity=-1 fpp=0.01",
                "capacity is -1; use the number of distinct keys you expect, from 0 to 2^40 (1099511627776)");
        assertParse(
                "bloom capacity=1 fpp=5",
                "targetFpp is 5.0; use a probability between 0 and 1, both excluded; for 5.0 percent write 0.05");
        assertParse(
                "bloom capacity=1 fpp=NaN",
                "targetFpp is NaN; use a probability between 0 and 1, both excluded; for one percent write 0.01");
    }

    @Test
    void parse_wrongSizes_saysWhatIsAllowed() {
        String oneOfTwo = "the spec gives one of bits and k; give both, or none to have them computed";
        assertParse("bloom capacity=1 fpp=0.01 layout=classic bits=640", oneOfTwo);
        assertParse("bloom capacity=1 fpp=0.01 layout=classic k=7", oneOfTwo);
        assertParse(
                "bloom capacity=1 fpp=0.01 bits=640 k=7",
                "layout auto has no size of its own; use classic, partitioned, blocked or paired");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=blocked bits=640 k=8",
                "sizeInBits is 640; layout blocked takes a multiple of 512");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=blocked bits=512 k=5",
                "probesPerKey is 5; layout blocked takes 2, 4, 6, 8 or 12, layout classic any number");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=classic bits=512 k=0",
                "probesPerKey is 0; use 1 to 64, often about 7");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=classic bits=512 k=65",
                "probesPerKey is 65; use 1 to 64, often about 7");
        assertParse("bloom capacity=1 fpp=0.01 layout=classic bits=0 k=7", "sizeInBits is 0; use 1 to 2^47");
        assertParse(
                "bloom capacity=1 fpp=0.01 layout=classic bits=140737488355329 k=7",
                "sizeInBits is 140737488355329; use 1 to 2^47");
        assertThatThrownBy(() -> FilterSpec.parse("bloom capacity=1000 fpp=0.01 layout=classic bits=5000 k=3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("targetFpp is 0.01, but 5000 bits and 3 probes give 0.09")
                .hasMessageEndingWith(" at 1000 keys; leave bits and k out to have them computed");
    }

    private static void assertParse(String text, String message) {
        assertRefused(() -> FilterSpec.parse(text), message);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void new_sizeOfAnotherLayout_isRefused() {
        BloomSizing classic = new BloomSizing(Layout.CLASSIC, 1 << 20, 7);
        assertRefused(
                () -> new BloomSpec(10, 0.01, Layout.BLOCKED, KeyHash.XXH3_64, Optional.of(classic)),
                "layout is blocked, but the size is one of classic");
    }

    @Test
    void new_targetThatHashesCannotKeep_isRefused() {
        assertThatThrownBy(() -> BloomSpec.of(1_000_000, 1e-14))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "targetFpp is 1.0E-14, too low for 1000000 keys: their 64-bit hashes alone may collide")
                .hasMessageContaining("use a targetFpp of at least 1.09");
        assertThat(BloomSpec.of(1, 0x1p-63).sized().size().orElseThrow().fpp(1)).isLessThanOrEqualTo(0x1p-63);
    }

    @Test
    void withLayout_blockedBelowItsRange_isRefused() {
        BloomSpec spec = BloomSpec.of(1000, 9.9e-6);
        assertThatThrownBy(() -> spec.withLayout(Layout.BLOCKED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("targetFpp is 9.9E-6, too low for layout blocked, which takes 1.0E-5 and more")
                .hasMessageEndingWith("use layout classic, or auto to have it picked");
        assertThat(BloomSpec.of(1000, 1e-5).withLayout(Layout.BLOCKED).layout()).isEqualTo(Layout.BLOCKED);
        assertThat(spec.sized().layout()).isEqualTo(Layout.CLASSIC);
    }

    @Test
    void withLayout_pairedBelowItsRange_isRefused() {
        assertRefused(
                () -> BloomSpec.of(1000, 9.9e-11).withLayout(Layout.PAIRED),
                "targetFpp is 9.9E-11, too low for layout paired, which takes 1.0E-10 and more; use layout classic");
        BloomSpec least = BloomSpec.of(1000, 1e-10).withLayout(Layout.PAIRED).sized();
        assertThat(least.layout()).isEqualTo(Layout.PAIRED);
        assertThat(FilterSpec.parse(least.toString())).isEqualTo(least);
    }

    @Test
    void sized_open_isSettledOnce() {
        for (Layout layout : Layout.values()) {
            BloomSpec settled = BloomSpec.of(1000, 0.01).withLayout(layout).sized();
            assertThat(settled.sized()).isSameAs(settled);
            assertThat(settled.layout()).isNotEqualTo(Layout.AUTO);
            assertThat(settled.size().orElseThrow().fpp(1000)).isLessThanOrEqualTo(0.01);
            assertThat(settled.withHash(KeyHash.SIPHASH_2_4).size()).isEqualTo(settled.size());
            assertThat(settled.withLayout(Layout.AUTO)).isEqualTo(BloomSpec.of(1000, 0.01));
        }
    }

    @Test
    void ofSize_explicitBits_isForHalfTheFill() {
        BloomSpec spec = BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, 1000, 7));
        assertThat(spec.capacity()).isEqualTo(98); // ln(1/2) / ln(1 - 1/1000) / 7 = 98.97
        assertThat(spec.targetFpp()).isEqualTo(spec.size().orElseThrow().fpp(spec.capacity()));
        assertThat(spec.targetFpp()).isBetween(0.0074, 0.0079);
    }

    @Test
    void ofSize_halfFillBeyondTheLargestCapacity_isForThatCapacity() {
        BloomSpec spec = BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, 1L << 47, 1));
        assertThat(spec.capacity()).isEqualTo(1L << 40);
        assertThat(FilterSpec.parse(spec.toString())).isEqualTo(spec);
    }

    @Test
    void ofSize_crowded_isRefused() {
        BloomSizing size = new BloomSizing(Layout.CLASSIC, 64, 1);
        assertRefused(
                () -> BloomSpec.ofSize(size, 1_000_000),
                "64 bits with 1 probes are all set after 1000000 keys: every answer would be maybe; use more bits");
        BloomSizing oneBit = new BloomSizing(Layout.CLASSIC, 1, 64);
        assertThatThrownBy(() -> BloomSpec.ofSize(oneBit)).hasMessageContaining("every answer would be maybe");
        assertThatThrownBy(() -> BloomSpec.ofSize(oneBit, 1)).hasMessageContaining("every answer would be maybe");
    }

    @Test
    void equals_everyPart_counts() {
        BloomSpec spec = BloomSpec.of(1000, 0.01);
        assertThat(spec).isEqualTo(BloomSpec.of(1000, 0.01)).hasSameHashCodeAs(BloomSpec.of(1000, 0.01));
        assertThat(spec)
                .isNotEqualTo(BloomSpec.of(1001, 0.01))
                .isNotEqualTo(BloomSpec.of(1000, 0.02))
                .isNotEqualTo(spec.withLayout(Layout.CLASSIC))
                .isNotEqualTo(spec.withHash(KeyHash.SIPHASH_2_4))
                .isNotEqualTo(spec.sized());
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void null_any_isRefusedByName() {
        assertNamed("layout", () -> new BloomSpec(1, 0.1, null, KeyHash.XXH3_64, Optional.empty()));
        assertNamed("hash", () -> new BloomSpec(1, 0.1, Layout.AUTO, null, Optional.empty()));
        assertNamed("size", () -> new BloomSpec(1, 0.1, Layout.AUTO, KeyHash.XXH3_64, null));
        assertNamed("size", () -> BloomSpec.ofSize(null));
        assertNamed("size", () -> BloomSpec.ofSize(null, 10));
        assertNamed("layout", () -> BloomSpec.of(1, 0.1).withLayout(null));
        assertNamed("hash", () -> BloomSpec.of(1, 0.1).withHash(null));
        assertNamed("text", () -> FilterSpec.parse(null));
    }

    private static void assertNamed(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(parameter);
    }
}
