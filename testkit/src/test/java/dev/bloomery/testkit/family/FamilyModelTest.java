package dev.bloomery.testkit.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.family.FamilyAnswer;
import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Families beside a map of sets: no key is missing, owners are counted, what was dropped is gone. */
class FamilyModelTest {
    private static final long MIB = 1 << 20;

    /** Owners of one key that take more than a MiB. */
    private static final long FILLERS = 60_000;

    @TempDir
    Path directory;

    private static FamilyBuilder<String, Long> builder() {
        return FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01).seed(Seed.of(Seeds.base()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void operations_random_neverMissAKey(boolean hardened) {
        FamilyBuilder<String, Long> builder = hardened ? builder().hardened() : builder();
        check(builder.build(), 100_000, 0, "family, hardened: " + hardened);
    }

    @Test
    void operations_randomInADirectoryUnderABudget_neverMissAKey() throws IOException {
        try (FilterFamily<String, Long> family = builder().memoryBudget(MIB).open(directory.resolve("family"))) {
            for (long owner = 0; owner < FILLERS; owner++) {
                family.add("filler " + owner, owner);
            }
            check(family, 40_000, 5, "family under a budget");
            assertThat(family.info().spills()).isPositive();
            assertThat(family.info().returns()).isPositive();
        }
    }

    /**
     * Owners of all sizes, since the chosen one is drawn from a few that are frequent and many that are rare.
     *
     * @param others fillers that are asked for in between, which pushes the rare owners out of memory
     */
    private static void check(FilterFamily<String, Long> family, int operations, int others, String purpose) {
        SplittableRandom random = Seeds.random(purpose);
        Map<String, Set<Long>> model = new HashMap<>();
        long fillers = family.owners();
        for (int i = 0; i < operations; i++) {
            String owner = "owner " + (int) Math.pow(1_000, random.nextDouble() * random.nextDouble());
            long key = random.nextInt(1 << 14);
            Set<Long> keys = model.getOrDefault(owner, Set.of());
            int choice = random.nextInt(1_000);
            if (choice == 0) {
                assertThat(family.drop(owner)).as(Seeds.describe()).isEqualTo(!keys.isEmpty());
                model.remove(owner);
            } else if (choice == 1) {
                Set<Long> only = new HashSet<>(Set.of(key, key + 1, key + 2));
                family.replace(owner, only);
                model.put(owner, only);
            } else if (choice < 700) {
                boolean isNew = family.add(owner, key);
                assertThat(isNew && keys.contains(key))
                        .as("new, but it was added: %s", Seeds.describe())
                        .isFalse();
                model.computeIfAbsent(owner, none -> new HashSet<>()).add(key);
            } else if (keys.contains(key)) {
                assertThat(family.answer(owner, key)).as(Seeds.describe()).isEqualTo(FamilyAnswer.MAYBE);
            }
            for (int other = 0; other < others; other++) {
                long filler = random.nextLong(FILLERS);
                assertThat(family.mightContain("filler " + filler, filler)).isTrue();
            }
            if (i % 10_000 == 0) {
                assertHasAll(family, model);
            }
        }
        assertHasAll(family, model);
        assertThat(family.owners() - fillers).isEqualTo(model.size());
        for (String owner : List.copyOf(model.keySet())) {
            family.drop(owner);
            assertThat(family.answer(owner, 1L)).isEqualTo(FamilyAnswer.NO);
        }
        assertThat(family.owners()).isEqualTo(fillers);
    }

    private static void assertHasAll(FilterFamily<String, Long> family, Map<String, Set<Long>> model) {
        model.forEach((owner, keys) -> keys.forEach(key -> {
            if (family.answer(owner, key) != FamilyAnswer.MAYBE) {
                throw new AssertionError(owner + " lost a key; " + Seeds.describe());
            }
        }));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 20, 23, 24, 25, 48, 49, 100, 1_000, 10_000})
    void owner_ofEachSize_hasItsKeysAndLeavesNothingBehind(int size) {
        FilterFamily<String, Long> family = builder().build();
        long empty = family.info().memoryBytes();
        for (int owner = 0; owner < 20; owner++) {
            for (long key = 0; key < size; key++) {
                family.add("owner " + owner, key);
                assertThat(family.mightContain("owner " + owner, key)).isTrue();
            }
        }
        for (int owner = 0; owner < 20; owner++) {
            for (long key = 0; key < size; key++) {
                assertThat(family.mightContain("owner " + owner, key)).isTrue();
            }
        }
        FamilyInfo info = family.info();
        assertThat(info.owners()).isEqualTo(size == 0 ? 0 : 20);
        assertThat(info.keys()).isBetween((long) (20 * size * 0.98), 20L * size);
        assertThat(info.expectedFpp()).isLessThanOrEqualTo(0.01);
        for (int owner = 0; owner < 20; owner++) {
            family.drop("owner " + owner);
        }
        assertThat(family.info().keys()).isZero();
        assertThat(family.info().expectedFpp()).isZero();
        // each stripe keeps its open page
        assertThat(family.info().memoryBytes()).isLessThan(empty + 64 * 2_000);
    }

    @Test
    void threads_eight_loseNothing() throws Exception {
        raceOn(builder().build());
    }

    @Test
    void threads_eightUnderABudget_loseNothing() throws Exception {
        try (FilterFamily<String, Long> family = builder().memoryBudget(MIB).open(directory.resolve("family"))) {
            for (long owner = 0; owner < FILLERS; owner++) {
                family.add("filler " + owner, owner);
            }
            raceOn(family);
            assertThat(family.info().returns()).isPositive();
        }
    }

    /** Each thread adds keys of its own to owners of all and asks for what it has added; one drops owners of its own in between. */
    private static void raceOn(FilterFamily<String, Long> family) throws Exception {
        int threads = 8;
        int rounds = 20_000;
        int shared = 500;
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    SplittableRandom random = Seeds.random("race " + number);
                    for (long i = 0; i < rounds; i++) {
                        family.add("owner " + i % shared, i * threads + number);
                        long back = random.nextLong(i + 1);
                        if (!family.mightContain("owner " + back % shared, back * threads + number)) {
                            throw new AssertionError("a key is missing; " + Seeds.describe());
                        }
                        if (i % 64 == 0) {
                            family.add("own " + number, i);
                            family.drop("own " + number);
                        }
                    }
                } catch (Throwable failure) {
                    failures.add(failure);
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        for (long i = 0; i < rounds; i++) {
            for (int number = 0; number < threads; number++) {
                assertThat(family.mightContain("owner " + i % shared, i * threads + number))
                        .isTrue();
            }
        }
    }

    @Test
    void replace_anOwner_hasTheNewKeysAlone() {
        FilterFamily<String, Long> family = builder().build();
        for (long key = 0; key < 1_000; key++) {
            family.add("anna", key);
        }
        family.replace("anna", List.of(5_000L, 5_001L));
        assertThat(family.mightContain("anna", 5_000L)).isTrue();
        assertThat(family.mightContain("anna", 5_001L)).isTrue();
        assertThat(family.info().keys()).isEqualTo(2);
        long left = 0;
        for (long key = 0; key < 1_000; key++) {
            left += family.mightContain("anna", key) ? 1 : 0;
        }
        assertThat(left).isLessThan(20);
        family.replace("anna", List.of());
        assertThat(family.answer("anna", 5_000L)).isEqualTo(FamilyAnswer.NO);
    }
}
