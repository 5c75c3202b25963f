package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.LongFilter;
import dev.bloomery.benchmarks.contestant.UrlFilter;
import dev.bloomery.benchmarks.keys.Keys;
import java.util.function.LongPredicate;

/** A filter that is full of keys, to be checked: what size it has, what FPP, and that it misses no key. */
final class Filled {
    private final LongPredicate mightContainNumber;
    private final long sizeInBits;
    private final long keys;

    private Filled(LongPredicate mightContainNumber, long sizeInBits, long keys) {
        this.mightContainNumber = mightContainNumber;
        this.sizeInBits = sizeInBits;
        this.keys = keys;
    }

    static Filled of(LongFilter filter, long keys) {
        return new Filled(filter::mightContain, filter.sizeInBits(), keys);
    }

    static Filled of(UrlFilter filter, long keys) {
        return new Filled(number -> filter.mightContain(Keys.url(number)), filter.sizeInBits(), keys);
    }

    /** Makes a filter and fills it. */
    static Filled of(Contestant contestant, KeyType type, long keys, double setting) {
        return switch (type) {
            case LONG -> of(longs(contestant, keys, setting), keys);
            case URL -> of(urls(contestant, keys, setting), keys);
        };
    }

    static LongFilter longs(Contestant contestant, long keys, double setting) {
        if (contestant.isStatic()) {
            return contestant.ofLongs(Keys.presentLongs(0, Math.toIntExact(keys)), setting);
        }
        AddableLongFilter filter = contestant.emptyForLongs(keys, setting);
        for (long i = 0; i < keys; i++) {
            filter.add(Keys.present(i));
        }
        return filter;
    }

    static UrlFilter urls(Contestant contestant, long keys, double setting) {
        UrlFilter filter = contestant.emptyForUrls(keys, setting);
        for (long i = 0; i < keys; i++) {
            filter.add(Keys.url(Keys.present(i)));
        }
        return filter;
    }

    double bitsPerKey() {
        return (double) sizeInBits / keys;
    }

    /** The share of so many absent keys that are answered with maybe. */
    double measureFpp(long probes) {
        long maybes = 0;
        for (long i = 0; i < probes; i++) {
            maybes += mightContainNumber.test(Keys.absent(i)) ? 1 : 0;
        }
        return (double) maybes / probes;
    }

    /** Throws if one of so many keys, spread over all that were added, is missed. */
    void requireNoneMissed(long samples) {
        long count = Math.min(samples, keys);
        for (long i = 0; i < count; i++) {
            long number = (long) ((double) i / count * keys);
            if (!mightContainNumber.test(Keys.present(number))) {
                throw new IllegalStateException("a key that was added is missed, the " + number + "th of " + keys);
            }
        }
    }
}
