package dev.bloomery.gate;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.FilterFullException;
import dev.bloomery.FilterInfo;
import dev.bloomery.RemovableFilter;
import dev.bloomery.WindowedSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generation that is one filter.
 *
 * <p>Where another copy of a key does not fit (a cuckoo filter holds eight of a fingerprint), it is counted beside the filter:
 *
 * <ol>
 *   <li>While a key has copies beside it, the filter has as many of its fingerprint as fit. So it tests <i>maybe</i> without a look at what is beside.
 *   <li>One that is taken back is taken from beside first. One that another key with the same fingerprint takes out of the filter is replaced at once by one
 *       from beside, under the lock under which all are taken: between the two a filter that holds at least two copies still has one.
 *   <li>After a crash what was beside is lost, and counts are too low: while there is something, it is noted that the next process may take nothing out.
 * </ol>
 */
class FilterGeneration<K> extends Generation<K> {
    /** Keys with copies beside the filter, above which nothing is taken back any more. */
    private static final int MOST_KEYS_BESIDE = 1 << 16;

    private final AddableFilter<K> filter;
    private final @Nullable RemovableFilter<K> removable;
    private final double promisedFpp;
    private final CopiesBeside beside = new CopiesBeside(); // guarded by this

    FilterGeneration(AddableFilter<K> filter, double promisedFpp) {
        this.filter = filter;
        this.removable = filter instanceof RemovableFilter<K> can ? can : null;
        this.promisedFpp = promisedFpp;
    }

    AddableFilter<K> filter() {
        return filter;
    }

    @Override
    final double promisedFpp() {
        return promisedFpp;
    }

    @Override
    final boolean isFilledTo(double share) {
        FilterInfo info = filter.info();
        return info.insertions() > share * info.capacity();
    }

    @Override
    final GateInfo info(Duration age) {
        return GateInfo.of(filter.info(), promisedFpp, age);
    }

    @Override
    final @Nullable Duration window() {
        return filter.info().spec() instanceof WindowedSpec windowed ? windowed.window() : null;
    }

    @Override
    final boolean test(K key) {
        return filter.mightContain(key);
    }

    @Override
    final boolean[] testEach(List<K> keys) {
        return filter.mightContainEach(keys);
    }

    @Override
    final AddResult put(K key) {
        AddResult result = filter.tryAdd(key);
        return result == AddResult.TOO_MANY_COPIES ? putBeside(key) : result;
    }

    AddResult putBeside(K key) {
        synchronized (this) {
            AddResult result = filter.tryAdd(key); // somebody may have taken one back since
            if (result != AddResult.TOO_MANY_COPIES) {
                return result;
            }
            if (beside.keys() == MOST_KEYS_BESIDE) {
                keepAll();
            }
            if (!keepsAll()) {
                if (beside.isEmpty()) {
                    noteKeepsAll();
                }
                beside.add(filter.hash(key));
            }
            return AddResult.MAYBE_PRESENT;
        }
    }

    /** Under the lock of {@link #takeBack}. */
    @Override
    final void take(K key) {
        if (removable == null) {
            return;
        }
        if (beside.isEmpty()) {
            boolean unused = removable.remove(key);
            return;
        }
        if (!beside.take(filter.hash(key))) {
            boolean crowded = isCrowded(key, removable);
            boolean unused = removable.remove(key);
            if (crowded) {
                fillUp();
            }
        }
        if (beside.isEmpty()) {
            unnoteKeepsAll();
        }
    }

    /** Whether the filter cannot hold another copy of the key, so that copies of keys that look like it may be beside. */
    private boolean isCrowded(K key, RemovableFilter<K> from) {
        AddResult result = filter.tryAdd(key);
        if (result == AddResult.ADDED || result == AddResult.MAYBE_PRESENT) {
            boolean unused = from.remove(key);
        }
        return result == AddResult.TOO_MANY_COPIES;
    }

    /** A place has become free: of what is beside, only a key that looks like the one that was taken out can use it. */
    void fillUp() {
        beside.moveOne(this::fits);
    }

    private boolean fits(long hash) {
        try {
            boolean unused = filter.addHash(hash);
            return true;
        } catch (FilterFullException crowded) {
            return false;
        }
    }
}
