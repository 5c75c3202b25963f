package dev.bloomery.micrometer;

import java.util.concurrent.atomic.LongAccumulator;

/** The highest value so far: an estimate may fall, and a counter that falls looks as if the process had begun anew. */
final class Rising {
    private final LongAccumulator highest = new LongAccumulator(Math::max, 0);

    long of(long value) {
        highest.accumulate(value);
        return highest.get();
    }
}
