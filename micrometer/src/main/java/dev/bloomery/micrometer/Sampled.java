package dev.bloomery.micrometer;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a subject now and then, and remembers for a while what it found. Of several threads that find it too old one looks, and the others take what is there.
 * It does not hold the subject.
 */
final class Sampled<T, V> {
    private record Found<V>(V value, long nanos) {}

    private final Function<T, V> look;
    private final Predicate<V> isWorthKeeping;
    private final long keptNanos;
    private final LongSupplier nanoTime;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable Found<V> last;

    /**
     * @param isWorthKeeping false: the next one looks again
     * @param kept for how long what was found is good enough
     */
    Sampled(Function<T, V> look, Predicate<V> isWorthKeeping, Duration kept, LongSupplier nanoTime) {
        this.look = look;
        this.isWorthKeeping = isWorthKeeping;
        this.keptNanos = kept.toNanos();
        this.nanoTime = nanoTime;
    }

    V of(T subject) {
        Found<V> seen = last;
        if (seen == null) {
            looking.lock();
        } else if (isFresh(seen) || !looking.tryLock()) {
            return seen.value();
        }
        try {
            Found<V> now = last;
            if (now != null && isFresh(now)) {
                return now.value(); // another thread was faster
            }
            V value = look.apply(subject);
            last = isWorthKeeping.test(value) ? new Found<>(value, nanoTime.getAsLong()) : null;
            return value;
        } finally {
            looking.unlock();
        }
    }

    private boolean isFresh(Found<V> found) {
        return nanoTime.getAsLong() - found.nanos() < keptNanos;
    }
}
