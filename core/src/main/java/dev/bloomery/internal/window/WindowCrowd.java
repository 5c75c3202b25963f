package dev.bloomery.internal.window;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.spec.WindowedSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * How many keys a windowed filter remembers, measured by what it was made for, and what was told of it. Each event is told once for a crowd: again
 * when the keys were fewer by those of a slice meanwhile.
 *
 * <p>The count is of keys that were new in their slice, so it is never above the number of keys that came, and a few below it: those that
 * tested <i>maybe</i> in their slice by chance. It covers what the filter remembers, {@code window * (1 + 1 / slices)}.
 */
public final class WindowCrowd {
    /** An FPP that is above the target by less than this is no news. */
    private static final double NEWS = 1.01;

    /** How many looks at the FPP there are while a crowd doubles: it takes more time than a look at a count. */
    private static final int LOOKS = 256;

    private final WindowedSpec spec;
    private final double level;
    /** Keys of a slice. */
    private final long sliceKeys;
    /** Keys of all slices that there are if they come as promised. */
    private final long room;

    private final long levelAt;
    private boolean levelTold;
    private boolean targetTold;
    private volatile boolean full;
    /** Below this count there is nothing to tell. Plain: who reads an old one only asks too often, or an add later. */
    private long dueAt;

    public WindowCrowd(WindowedSpec spec, double level) {
        this.spec = spec;
        this.level = level;
        this.sliceKeys = spec.slice().capacity();
        this.room = Math.multiplyExact(sliceKeys, spec.slices() + 1L);
        this.levelAt = Math.max(1, (long) Math.ceil(level * spec.capacity()));
        clear();
    }

    /** The count at which to {@link #look} again. */
    public long dueAt() {
        return dueAt;
    }

    /** Whether there were as many keys as all slices have room for, when it was last looked. */
    public boolean isFull() {
        return full;
    }

    /** What is to be told of so many keys; the FPP is asked for only if there are more than there is room for. */
    public List<CapacityEvent> look(long keys, DoubleSupplier fpp) {
        List<CapacityEvent> events = new ArrayList<>();
        full = keys >= room;
        if (keys >= levelAt && !levelTold) {
            levelTold = true;
            events.add(new CapacityEvent.LevelReached(keys, spec.capacity(), level));
        } else if (keys < levelAt - sliceKeys) {
            levelTold = false;
        }
        if (keys > room && !targetTold) {
            double now = fpp.getAsDouble();
            if (now > NEWS * spec.targetFpp()) {
                targetTold = true;
                events.add(new CapacityEvent.TargetPassed(keys, now, spec.targetFpp()));
            }
        } else if (keys <= room - sliceKeys) {
            targetTold = false;
        }
        dueAt = next(keys);
        return events;
    }

    private long next(long keys) {
        if (!levelTold) {
            return levelAt;
        }
        if (!full) {
            return room;
        }
        return targetTold ? Long.MAX_VALUE : Math.max(room + 1, keys + 1 + room / LOOKS);
    }

    /** There are no keys any more. */
    public final void clear() {
        levelTold = false;
        targetTold = false;
        full = false;
        dueAt = Math.min(levelAt, room);
    }

    /** What was told of another is not told again of this one. */
    public void toldLike(WindowCrowd other) {
        levelTold = other.levelTold;
        targetTold = other.targetTold;
    }
}
