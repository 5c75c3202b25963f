package dev.bloomery.testkit.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.family.FamilyAnswer;
import dev.bloomery.family.FamilyBuilder;
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
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of families beside a map of sets, and beside a family that gets every key by itself. */
class FamilyBatchTest {
    private static final long MIB = 1 << 20;
    private static final long FILLERS = 60_000;

    @TempDir
    Path directory;

    private static FamilyBuilder<String, Long> builder() {
        return FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01).seed(Seed.of(Seeds.base()));
    }

    /** A family that gets batches, its twin that gets single keys, and what both must have. */
    private static final class Pair {
        private final Map<String, Set<Long>> model = new HashMap<>();
        private final FilterFamily<String, Long> single = builder().build();
        private final SplittableRandom random = Seeds.random("batches");

        void check(FilterFamily<String, Long> family, int batches) {
            for (int i = 0; i < batches; i++) {
                String owner = "owner " + (int) Math.pow(1_000, random.nextDouble() * random.nextDouble());
                List<Long> keys = random.ints(random.nextInt(300), 0, 1 << 14)
                        .asLongStream()
                        .boxed()
                        .toList();
                switch (random.nextInt(8)) {
                    case 0 -> {
                        boolean had = !model.getOrDefault(owner, Set.of()).isEmpty();
                        assertThat(family.drop(owner)).isEqualTo(had);
                        single.drop(owner);
                        model.remove(owner);
                    }
                    case 1, 2 -> add(family, owner, keys, false);
                    case 3 -> add(family, owner, keys, true);
                    default -> ask(family, owner, keys);
                }
            }
            model.forEach((owner, keys) -> ask(family, owner, List.copyOf(keys)));
        }

        private void add(FilterFamily<String, Long> family, String owner, List<Long> keys, boolean primitive) {
            long expected = 0;
            for (long key : keys) {
                expected += single.add(owner, key) ? 1 : 0;
            }
            long added = primitive ? family.addAllLongs(owner, longs(keys)) : family.addAll(owner, keys);
            assertThat(added).as(Seeds.describe()).isEqualTo(expected);
            if (!keys.isEmpty()) {
                model.computeIfAbsent(owner, none -> new HashSet<>()).addAll(keys);
            }
        }

        private void ask(FilterFamily<String, Long> family, String owner, List<Long> keys) {
            Set<Long> members = model.getOrDefault(owner, Set.of());
            boolean[] maybe = family.mightContainEach(owner, keys);
            List<FamilyAnswer> answers = List.of(family.answerEach(owner, keys));
            List<Long> unseen = new ArrayList<>();
            for (int i = 0; i < maybe.length; i++) {
                long key = keys.get(i);
                if (members.contains(key) && !maybe[i]) {
                    throw new AssertionError(owner + " lost a key; " + Seeds.describe());
                }
                assertThat(answers.get(i)).as(Seeds.describe()).isEqualTo(single.answer(owner, key));
                assertThat(maybe[i]).isEqualTo(answers.get(i) != FamilyAnswer.NO);
                if (!maybe[i]) {
                    unseen.add(key);
                }
            }
            assertThat(family.mightContainEachLong(owner, longs(keys))).isEqualTo(maybe);
            assertThat(family.unseen(owner, keys)).isEqualTo(unseen);
            assertThat(family.unseenLongs(owner, longs(keys))).isEqualTo(longs(unseen));
        }
    }

    private static long[] longs(List<Long> keys) {
        return keys.stream().mapToLong(key -> key).toArray();
    }

    @Test
    void batches_random_answerLikeSingleKeys() {
        new Pair().check(builder().build(), 3_000);
    }

    @Test
    void batches_randomUnderABudgetAndAfterARestart_answerLikeSingleKeys() throws IOException {
        Pair pair = new Pair();
        try (FilterFamily<String, Long> family = builder().memoryBudget(MIB).open(directory.resolve("family"))) {
            for (long owner = 0; owner < FILLERS; owner++) {
                family.add("filler " + owner, owner);
            }
            for (int round = 0;
                    round < 20 && family.info().returns() == 0;
                    round++) { // chance asks for owners that were spilled
                pair.check(family, 1_000);
            }
            assertThat(family.info().spills()).isPositive();
            assertThat(family.info().returns()).isPositive();
        }
        try (FilterFamily<String, Long> family = builder().memoryBudget(MIB).open(directory.resolve("family"))) {
            pair.check(family, 1_000);
        }
    }

    /** All answers are the same: all keys of the batch are in, or none is. */
    private static boolean isWhole(boolean[] answers) {
        for (boolean answer : answers) {
            if (answer != answers[0]) {
                return false;
            }
        }
        return true;
    }

    /** Owners are new, so before their batch each answer is NO for certain. */
    @Test
    void addAll_whileOthersAsk_isSeenAsAWholeOrNotAtAll() throws Exception {
        FilterFamily<String, Long> family = builder().build();
        List<Long> keys = LongStream.range(0, 200).boxed().toList();
        int owners = 3_000;
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int first = t;
            threads.add(new Thread(() -> {
                for (int owner = first; owner < owners; owner += 2) {
                    family.addAll("owner " + owner, keys);
                }
            }));
            threads.add(new Thread(() -> {
                for (int owner = first; owner < owners; owner += 2) {
                    boolean[] answers;
                    do {
                        answers = family.mightContainEach("owner " + owner, keys);
                        if (!isWhole(answers)) {
                            throw new AssertionError("a part of a batch was seen");
                        }
                    } while (!answers[0]);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        for (int owner = 0; owner < owners; owner++) {
            assertThat(family.mightContainEach("owner " + owner, keys)).doesNotContain(false);
        }
    }

    /** The control: single adds, of which another thread saw a part. */
    @Test
    void isWhole_afterHalfOfTheAdds_isFalse() {
        FilterFamily<String, Long> family = builder().build();
        List<Long> keys = LongStream.range(0, 200).boxed().toList();
        for (long key : keys.subList(0, 100)) {
            family.add("owner", key);
        }
        assertThat(isWhole(family.mightContainEach("owner", keys))).isFalse();
    }

    @Test
    void addAll_eightThreadsToTheSameOwners_loseNothing() throws Exception {
        FilterFamily<String, Long> family = builder().build();
        int perThread = 300;
        int size = 40;
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 8; t++) {
            long first = (long) t * perThread * size;
            threads.add(new Thread(() -> {
                for (int i = 0; i < perThread; i++) {
                    long[] keys = LongStream.range(first + (long) i * size, first + (i + 1L) * size)
                            .toArray();
                    family.addAllLongs("owner " + i % 20, keys);
                    if (family.unseenLongs("owner " + i % 20, keys).length > 0) {
                        throw new AssertionError("a key is missing; " + Seeds.describe());
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        for (long key = 0; key < 8L * perThread * size; key++) {
            long owner = key / size % perThread % 20;
            assertThat(family.mightContain("owner " + owner, key)).isTrue();
        }
    }
}
