package dev.bloomery.internal.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch leaves the very record that single adds leave, and all of it or nothing is done. */
class OwnerBatchTest {
    private static final long SEED = Seeds.orElse(20_261_118);
    private static final long OWNER = 0x1234_5678_9ABC_DEF0L;
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private static long[] keys(SplittableRandom random, int count) {
        return random.longs(count).toArray();
    }

    /** Of sizes that fill a list, begin a slice, stay within one, and pass several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 24, 25, 200, 5_000})
    void addAll_batchesOfOneSize_answersAndCountsLikeSingleAdds(int size) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        OwnerPlan plan = new OwnerPlan(0.01);
        OwnerStore single = OwnerStore.inMemory(plan, NO_LIMIT);
        OwnerStore batches = OwnerStore.inMemory(plan, NO_LIMIT);
        for (int batch = 0; batch < 1 + 400 / size; batch++) {
            long[] keys = keys(random, size);
            keys[size - 1] = keys[0]; // the second one is not new
            int added = 0;
            for (long key : keys) {
                added += single.add(OWNER, key) == Change.ADDED ? 1 : 0;
            }
            assertThat(batches.addAll(OWNER, keys).added()).as("seed %d", SEED).isEqualTo(added);
            assertThat(batches.addAll(OWNER, keys)).isEqualTo(new Additions(Change.KNOWN, 0));
        }
        FamilyTotals expected = single.totals();
        FamilyTotals totals = batches.totals();
        assertThat(totals.keys()).isEqualTo(expected.keys());
        assertThat(totals.expectedFpp()).isEqualTo(expected.expectedFpp());
        long[] asked = keys(random, 20_000);
        boolean[] answers = new boolean[asked.length];
        assertThat(batches.answerEach(OWNER, asked, answers)).isTrue();
        boolean[] singleAnswers = new boolean[asked.length];
        for (int i = 0; i < asked.length; i++) {
            singleAnswers[i] = single.answer(OWNER, asked[i]) == Found.MAYBE;
        }
        assertThat(answers).as("seed %d", SEED).isEqualTo(singleAnswers);
    }

    /** A plan whose owners have a list and one slice, so that one can be full. */
    private static OwnerPlan shortPlan() {
        ByteBuffer stored = ByteBuffer.allocate(OwnerPlan.STORED_BYTES);
        new OwnerPlan(0.01).writeTo(stored);
        stored.putInt(16, 1).rewind();
        return Objects.requireNonNull(OwnerPlan.read(stored));
    }

    @Test
    void addAll_moreThanAnOwnerCanHave_changesNothing() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        OwnerStore store = OwnerStore.inMemory(shortPlan(), NO_LIMIT);
        long[] some = keys(random, 20);
        store.addAll(OWNER, some);
        FamilyTotals before = store.totals();

        long[] tooMany = keys(random, 1_000);
        assertThat(store.addAll(OWNER, tooMany)).isEqualTo(new Additions(Change.OWNER_FULL, 0));

        assertThat(store.totals()).isEqualTo(before);
        boolean[] answers = new boolean[tooMany.length];
        assertThat(store.answerEach(OWNER, tooMany, answers)).isTrue();
        int maybes = 0;
        for (boolean answer : answers) {
            maybes += answer ? 1 : 0;
        }
        assertThat(maybes).as("false positives alone, seed %d", SEED).isLessThan(100);
        boolean[] kept = new boolean[some.length];
        assertThat(store.answerEach(OWNER, some, kept)).isTrue();
        assertThat(kept).doesNotContain(false);
        assertThat(store.addAll(OWNER, Arrays.copyOf(tooMany, 10)).added())
                .as("there is room for these")
                .isPositive();
    }
}
