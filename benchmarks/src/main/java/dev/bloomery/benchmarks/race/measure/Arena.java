package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.LongFilter;
import dev.bloomery.benchmarks.contestant.UrlFilter;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.keys.Keys;
import dev.bloomery.benchmarks.race.task.Task;

/**
 * Where the benchmarks of a process meet: JMH makes their objects anew for each run, but the filter is to stay. One thread sets
 * it up between the runs.
 */
final class Arena {
    private static Arena current;

    private final Task task;
    private final double setting;
    private final Contestant contestant;
    private final AllocationMeter allocation = new AllocationMeter();
    private LongFilter longs;
    private UrlFilter urls;
    private Passes<AddableLongFilter> longPasses;
    private Passes<UrlFilter> urlPasses;

    private Arena(Task task, double setting) {
        this.task = task;
        this.setting = setting;
        this.contestant = Contestants.named(task.contestant());
    }

    static Arena open(Task task, double setting) {
        current = new Arena(task, setting);
        return current;
    }

    static Arena current() {
        return current;
    }

    Task task() {
        return task;
    }

    Contestant contestant() {
        return contestant;
    }

    AllocationMeter allocation() {
        return allocation;
    }

    /** The full filter. */
    LongFilter longs() {
        return longs;
    }

    void longs(LongFilter full) {
        longs = full;
    }

    /** The full filter. */
    UrlFilter urls() {
        return urls;
    }

    void urls(UrlFilter full) {
        urls = full;
    }

    AddableLongFilter emptyLongs(long capacity) {
        return contestant.emptyForLongs(capacity, setting);
    }

    UrlFilter emptyUrls(long capacity) {
        return contestant.emptyForUrls(capacity, setting);
    }

    LongFilter build(long[] keys) {
        return contestant.ofLongs(keys, setting);
    }

    /** Fills the filter that queries ask, unless adds have left one. */
    Filled fill() {
        if (task.keyType() == KeyType.LONG) {
            if (longs == null) {
                longs = Filled.longs(contestant, task.keys(), setting);
            }
            return Filled.of(longs, task.keys());
        }
        if (urls == null) {
            urls = Filled.urls(contestant, task.keys(), setting);
        }
        return Filled.of(urls, task.keys());
    }

    Passes<AddableLongFilter> longPasses() {
        return longPasses;
    }

    Passes<UrlFilter> urlPasses() {
        return urlPasses;
    }

    /** Passes that fill a filter, or empty a full one. */
    Passes<?> preparePasses(int threads, boolean fullAtStart) {
        if (task.keyType() == KeyType.LONG) {
            longPasses = new Passes<>(task.keys(), threads, (keys, done) -> {
                AddableLongFilter filter = emptyLongs(keys);
                for (long i = 0; i < (fullAtStart ? keys : done); i++) {
                    filter.add(Keys.present(i));
                }
                return filter;
            });
            return longPasses;
        }
        urlPasses = new Passes<>(task.keys(), threads, (keys, done) -> {
            UrlFilter filter = emptyUrls(keys);
            for (long i = 0; i < (fullAtStart ? keys : done); i++) {
                filter.add(Keys.url(Keys.present(i)));
            }
            return filter;
        });
        return urlPasses;
    }

    /** Keeps the filter of the last pass for queries; lets go of the rest. */
    void endPasses(boolean keepFilter) {
        if (keepFilter && longPasses != null) {
            longs = longPasses.filter();
        }
        if (keepFilter && urlPasses != null) {
            urls = urlPasses.filter();
        }
        longPasses = null;
        urlPasses = null;
    }
}
