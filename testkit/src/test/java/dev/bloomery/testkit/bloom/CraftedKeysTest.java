package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys prepared against one seed do no harm under another. That they do harm under their own seed is the control. */
class CraftedKeysTest {
    private static final int N = 10_000;
    private static final double FPP = 0.01;
    private static final Seed KNOWN = Seed.of(1, 2);

    static Stream<Arguments> variants() {
        return Stream.of(Layout.CLASSIC, Layout.BLOCKED)
                .flatMap(layout -> Stream.of(KeyHash.values()).map(hash -> Arguments.of(layout, hash)));
    }

    /** Query-only forgery: keys that look present, found offline by someone who knows seed and members. */
    @ParameterizedTest
    @MethodSource("variants")
    void forgedPositives_otherSeed_areAsRareAsRandomKeys(Layout layout, KeyHash hash) {
        BloomFilter<Long> known = full(layout, hash, KNOWN);
        List<Long> forged = new ArrayList<>();
        for (long i = N; forged.size() < 5_000; i++) {
            if (known.mightContain(i)) {
                forged.add(i);
            }
        }
        assertThat(forged)
                .as("control: under its own seed each is a false positive")
                .allMatch(known::mightContain);
        for (Seed other : List.of(Seed.of(2, 1), Seed.of(2, 2), Seed.random())) {
            long hits = forged.stream()
                    .filter(full(layout, hash, other)::mightContain)
                    .count();
            RateBound.assertRateAtMost(1.1 * FPP, hits, forged.size(), "forged keys under another seed");
        }
    }

    /** Pollution: keys of which each sets only fresh bits fill a filter faster than random ones. */
    @ParameterizedTest
    @MethodSource("variants")
    void pollutingKeys_otherSeed_fillLikeRandomKeys(Layout layout, KeyHash hash) {
        BloomFilter<Long> known = empty(layout, hash, KNOWN);
        List<Long> polluting = new ArrayList<>();
        for (long key = 0; polluting.size() < N / 2; key++) {
            Explanation explanation = known.explain(key);
            long fresh = explanation.probes().stream()
                    .filter(probe -> !probe.set())
                    .distinct()
                    .count();
            if (fresh == explanation.probes().size()) {
                known.add(key);
                polluting.add(key);
            }
        }
        BloomFilter<Long> random = empty(layout, hash, KNOWN);
        KeyShape shape = KeyShape.RANDOM;
        for (int i = 0; i < polluting.size(); i++) {
            random.add(shape.key(Seeds.base(), i));
        }
        double expected = random.info().fillRatio();
        assertThat(known.info().fillRatio())
                .as("control: under its own seed the filter fills faster")
                .isGreaterThan(1.1 * expected);
        for (Seed other : List.of(Seed.of(2, 1), Seed.of(2, 2), Seed.random())) {
            BloomFilter<Long> victim = empty(layout, hash, other);
            victim.addAll(polluting);
            assertThat(victim.info().fillRatio()).isBetween(0.98 * expected, 1.02 * expected);
        }
    }

    private static BloomFilter<Long> full(Layout layout, KeyHash hash, Seed seed) {
        BloomFilter<Long> filter = empty(layout, hash, seed);
        for (long i = 0; i < N; i++) {
            filter.add(i);
        }
        return filter;
    }

    private static BloomFilter<Long> empty(Layout layout, KeyHash hash, Seed seed) {
        BloomSpec spec = BloomSpec.of(N, FPP).withLayout(layout).withHash(hash);
        return Filters.bloom(KeyEncoder.int64(), spec).seed(seed).build();
    }
}
