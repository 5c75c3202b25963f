package dev.bloomery.testkit;

import dev.bloomery.AddableFilter;
import dev.bloomery.HashedFilter;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/** What an FPP trial needs of a filter of longs, without a box for each key: the real one, or one that is broken on purpose. */
public record LongSubject(LongConsumer add, LongPredicate mightContain) {

    public static LongSubject of(AddableFilter<?> filter) {
        return new LongSubject(filter::addLong, filter::mightContainLong);
    }

    /** Of a filter that is built from all its keys at once: when it is asked for the first time. */
    public static LongSubject ofBuilt(Function<long[], ? extends HashedFilter<?>> build) {
        return new Built(build).subject();
    }

    private static final class Built {
        private final Function<long[], ? extends HashedFilter<?>> build;
        private long[] keys = new long[16];
        private int count;
        private LongPredicate answers = this::buildAndAnswer;

        Built(Function<long[], ? extends HashedFilter<?>> build) {
            this.build = build;
        }

        LongSubject subject() {
            return new LongSubject(this::add, key -> answers.test(key));
        }

        private void add(long key) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
            }
            keys[count++] = key;
        }

        private boolean buildAndAnswer(long key) {
            HashedFilter<?> filter = build.apply(Arrays.copyOf(keys, count));
            answers = filter::mightContainLong;
            return answers.test(key);
        }
    }
}
