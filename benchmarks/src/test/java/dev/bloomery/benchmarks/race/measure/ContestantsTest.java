package dev.bloomery.benchmarks.race.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.AskedInBatches;
import dev.bloomery.benchmarks.contestant.BatchLongFilter;
import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.Peers;
import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import dev.bloomery.benchmarks.contestant.Trait;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.keys.Keys;
import java.util.Arrays;
import java.util.stream.Stream;
import org.fastfilter.utils.Hash;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every adapter works: it misses no key, has about the FPP and the size that it should, and what its traits say. */
class ContestantsTest {
    private static final int KEYS = 20_000;
    private static final double FPP = 0.01;

    /** A cuckoo filter may be full too early, with bad luck. */
    @BeforeEach
    void fixSeedOfFastfilter() {
        Hash.setSeed(1);
    }

    static Stream<Arguments> entries() {
        return Contestants.all().stream()
                .flatMap(contestant -> Arrays.stream(KeyType.values())
                        .filter(contestant::takes)
                        .map(type -> Arguments.of(contestant, type)));
    }

    static Stream<Contestant> removing() {
        return Contestants.all().stream().filter(contestant -> contestant.has(Trait.REMOVES));
    }

    static Stream<Contestant> batching() {
        return Contestants.all().stream().filter(contestant -> contestant.has(Trait.BATCHES));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void filled_asDocumented_deliversAboutTheFpp(Contestant contestant, KeyType type) {
        Filled filled = Filled.of(contestant, type, KEYS, contestant.knob().configured(FPP));

        filled.requireNoneMissed(KEYS);
        double fpp = filled.measureFpp(100_000);
        // no peer is worse than 3.3 %: that one is given more bits before it is measured
        assertThat(fpp).isLessThan(contestant.name().startsWith("bloomery") ? 1.2 * FPP : 4 * FPP);
        assertThat(filled.bitsPerKey()).isBetween(7.0, 2000.0);
    }

    @ParameterizedTest
    @MethodSource("removing")
    void remove_allKeys_leavesNone(Contestant contestant) {
        RemovableLongFilter filter = (RemovableLongFilter)
                contestant.emptyForLongs(KEYS, contestant.knob().configured(FPP));
        fill(filter);
        for (long i = 0; i < KEYS; i++) {
            filter.remove(Keys.present(i));
        }
        // counters that have lost count may keep a few
        assertThat(Filled.of(filter, KEYS).measureFpp(100_000)).isLessThan(0.001);
    }

    @ParameterizedTest
    @MethodSource("batching")
    void batches_answerLikeSingleQueries(Contestant contestant) {
        if (contestant.takes(KeyType.LONG)) {
            AskedInBatches filter = filledInBulk(contestant);
            long[] keys = Keys.mix(Keys.randomHits(KEYS, 1000), Keys.misses(1000));
            boolean[] answers = filter.mightContainEach(keys);
            for (int i = 0; i < keys.length; i++) {
                assertThat(answers[i]).isEqualTo(filter.mightContain(keys[i]));
            }
            Filled.of(filter, KEYS).requireNoneMissed(KEYS);
        }
        if (!contestant.takes(KeyType.URL)) {
            return;
        }
        BatchUrlFilter filter =
                (BatchUrlFilter) contestant.emptyForUrls(KEYS, contestant.knob().configured(FPP));
        filter.addAll(Keys.presentUrls(0, KEYS));
        Filled.of(filter, KEYS).requireNoneMissed(KEYS);
        assertThat(filter.mightContainEach(Keys.presentUrls(0, 1000))).doesNotContain(false);
    }

    private static AskedInBatches filledInBulk(Contestant contestant) {
        double setting = contestant.knob().configured(FPP);
        long[] keys = Keys.presentLongs(0, KEYS);
        if (contestant.isStatic()) {
            return (AskedInBatches) contestant.ofLongs(keys, setting);
        }
        BatchLongFilter filter = (BatchLongFilter) contestant.emptyForLongs(KEYS, setting);
        filter.addAll(keys);
        return filter;
    }

    @Test
    void names_areUnique() {
        assertThat(Contestants.all().stream().map(Contestant::name)).doesNotHaveDuplicates();
    }

    /** The build says whether it has the profile "peers": all of them are there then, and none otherwise. */
    @Test
    void peers_areThereWithTheirProfileAlone() {
        boolean wanted = Boolean.getBoolean("bloomery.peers");
        assertThat(Peers.NAMES).allMatch(name -> Contestants.isLeftOut(name) != wanted);
    }

    private static void fill(AddableLongFilter filter) {
        for (long i = 0; i < KEYS; i++) {
            filter.add(Keys.present(i));
        }
    }
}
