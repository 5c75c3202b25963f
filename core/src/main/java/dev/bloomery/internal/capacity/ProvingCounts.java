package dev.bloomery.internal.capacity;

import dev.bloomery.internal.geometry.FppModel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@link FppModel#newThatProve}, remembered: it takes from 50 microseconds to a millisecond, and programs build many filters of one plan, such as the
 * slices of a window or a filter for each tenant. Thread-safe.
 */
final class ProvingCounts {
    /** Plans are few. A program that has more of them computes some again. */
    private static final int REMEMBERED = 256;

    private static final Map<Question, Long> KNOWN = new ConcurrentHashMap<>();

    /** Models are values, so that equal ones have equal answers. */
    private record Question(FppModel model, long keys) {}

    private ProvingCounts() {}

    static long of(FppModel model, long keys) {
        Question question = new Question(model, keys);
        Long known = KNOWN.get(question);
        if (known != null) {
            return known;
        }
        long count = model.newThatProve(keys);
        if (KNOWN.size() >= REMEMBERED) {
            KNOWN.clear();
        }
        KNOWN.put(question, count);
        return count;
    }

    static int remembered() {
        return KNOWN.size();
    }
}
