package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A generation that is one filter.
 *
 * <p>A cuckoo filter holds eight copies of a fingerprint, and they take all the room of others with the same two buckets. So from the fifth on they are counted
 * beside the filter; and in any filter those that it refuses as too many.
 *
 * <ol>
 *   <li>While a key has copies beside, the filter has several of its fingerprint. So it tests <i>maybe</i> without a look at what is beside.
 *   <li>One that is taken back is taken from beside first. One that another key with the same fingerprint takes out of the filter is replaced at once by one
 *       from beside, under the lock under which all are taken.
 *   <li>After a crash what was beside is lost, and counts are too low: while there is something, it is noted that the next process may take nothing out.
 * </ol>
 */
public class FilterGeneration<K> extends Generation<K> {
    /** Keys with copies beside the filter, above which nothing is taken back any more. */
    private static final int MOST_KEYS_BESIDE = 1 << 16;

    /** Copies of a fingerprint in the filter, where they can be counted. */
    private static final int MOST_COPIES = 4;

    private final AddableFilter<K> filter;
    private final @Nullable RemovableFilter<K> removable;
    private final @Nullable CuckooFilter<K> cuckoo;
    private final @Nullable DurableRemovableFilter<K> durableCuckoo;
    private final double promisedFpp;
    private final CopiesBeside<K> beside = new CopiesBeside<>(); // guarded by copyLock

    public FilterGeneration(AddableFilter<K> filter, double promisedFpp) {
        this.filter = filter;
        this.removable = filter instanceof RemovableFilter<K> can ? can : null;
        this.cuckoo = filter instanceof CuckooFilter<K> inMemory ? inMemory : null;
        this.durableCuckoo = filter instanceof DurableRemovableFilter<K> durable
                        && durable.info().spec() instanceof CuckooSpec
                ? durable
                : null;
        this.promisedFpp = promisedFpp;
    }

    public AddableFilter<K> filter() {
        return filter;
    }

    @Override
    public final double promisedFpp() {
        return promisedFpp;
    }

    @Override
    public final boolean isFilledTo(double share) {
        QuickInfo info = filter.quickInfo();
        return info.insertions() > share * info.capacity();
    }

    @Override
    public final GateInfo info(Duration age) {
        FilterInfo info = filter.info();
        long keys = info.approximateDistinct();
        return new GateInfo(
                kind(info.spec()),
                keys,
                OptionalLong.of(info.capacity()),
                info.capacity() == 0 ? 0 : (double) keys / info.capacity(),
                info.memoryBytes(),
                promisedFpp,
                info.expectedFpp(),
                age,
                Optional.of(info),
                Optional.empty());
    }

    @Override
    public final GateQuickInfo quickInfo(Duration age) {
        QuickInfo info = filter.quickInfo();
        return new GateQuickInfo(
                kind(info.spec()),
                info.insertions(),
                OptionalLong.of(info.capacity()),
                info.capacity() == 0 ? 0 : (double) info.insertions() / info.capacity(),
                info.memoryBytes(),
                promisedFpp,
                age,
                Optional.of(info));
    }

    @Override
    public final double expectedFpp() {
        return filter.expectedFpp();
    }

    private static String kind(FilterSpec spec) {
        String text = spec.toString();
        return text.substring(0, text.indexOf(' '));
    }

    @Override
    public @Nullable Duration window() {
        return filter.info().spec() instanceof WindowedSpec windowed ? windowed.window() : null;
    }

    @Override
    public boolean test(K key) {
        return filter.mightContain(key);
    }

    @Override
    public boolean[] testEach(List<K> keys) {
        return filter.mightContainEach(keys);
    }

    @Override
    public AddResult put(K key) {
        AddResult result = filter.tryAdd(key);
        if (result == AddResult.MAYBE_PRESENT && countsCopies() && copies(key) > mostCopies()) {
            return moveBeside(key);
        }
        return result == AddResult.TOO_MANY_COPIES ? putBeside(key) : result;
    }

    /** A copy that the filter does not take. */
    public AddResult putBeside(K key) {
        copyLock.lock();
        try {
            AddResult result = filter.tryAdd(key); // somebody may have taken one back since
            if (result != AddResult.TOO_MANY_COPIES) {
                return result;
            }
            if (mayUseBeside()) {
                beside.add(filter.hash(key), key);
            }
            return AddResult.MAYBE_PRESENT;
        } finally {
            copyLock.unlock();
        }
    }

    /** A copy that the filter has, of which it has enough others. */
    public AddResult moveBeside(K key) {
        copyLock.lock();
        try {
            if (removable != null && copies(key) > mostCopies() && mayUseBeside() && removable.remove(key)) {
                beside.add(filter.hash(key), key);
            }
            return AddResult.MAYBE_PRESENT;
        } finally {
            copyLock.unlock();
        }
    }

    private boolean mayUseBeside() {
        if (beside.keys() == MOST_KEYS_BESIDE) {
            keepAll();
        }
        if (keepsAll()) {
            return false;
        }
        if (beside.isEmpty()) {
            noteKeepsAll();
        }
        return true;
    }

    /** Whether {@link #copies} is known. */
    public boolean countsCopies() {
        return cuckoo != null || durableCuckoo != null;
    }

    /** Copies of the fingerprint of the key that are in the filter: never too few, and one too many while another write moves one. */
    public long copies(K key) {
        if (cuckoo != null) {
            return cuckoo.count(key);
        }
        return durableCuckoo == null ? 0 : durableCuckoo.count(key);
    }

    public int mostCopies() {
        return MOST_COPIES;
    }

    /** Under the lock of {@link #takeBack}. */
    @Override
    public final void take(K key) {
        if (removable == null) {
            return;
        }
        if (beside.isEmpty()) {
            boolean unused = removable.remove(key);
            return;
        }
        if (!beside.take(filter.hash(key))) {
            boolean mayBeMissed = countsCopies() ? copies(key) > 1 : !fits(key, removable);
            boolean unused = removable.remove(key);
            if (mayBeMissed) {
                fillUp(removable);
            }
        }
        if (beside.isEmpty()) {
            unnoteKeepsAll();
        }
    }

    /** A copy was taken out of the filter: of what is beside, one of a key that looks alike takes its place. Others lack none. */
    public void fillUp(RemovableFilter<K> from) {
        K alike = beside.find(key -> countsCopies() ? copies(key) < mostCopies() : fits(key, from));
        if (alike != null) {
            if (isIn(filter.tryAdd(alike))) {
                boolean unused = beside.take(filter.hash(alike));
            } else {
                keepAll(); // other keys have taken the place meanwhile
            }
        }
    }

    /** Whether the filter takes another copy of the key. */
    private boolean fits(K key, RemovableFilter<K> from) {
        AddResult result = filter.tryAdd(key);
        if (isIn(result)) {
            boolean unused = from.remove(key);
        }
        return result != AddResult.TOO_MANY_COPIES;
    }

    private static boolean isIn(AddResult result) {
        return result == AddResult.ADDED || result == AddResult.MAYBE_PRESENT;
    }
}
