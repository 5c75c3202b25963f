package dev.bloomery.info;

import dev.bloomery.spec.FilterSpec;
import java.util.Locale;
import java.util.Objects;

/**
 * How full a filter was at one moment, at a price that does not grow with the filter: for whatever looks
 * every few seconds. {@link FilterInfo} knows more, and
 * reads all bits for it.
 *
 * <p>The fill of a Bloom filter, a scalable or a windowed one is read off {@link #SAMPLE_WORDS} words of 64
 * bits that are spread over the filter. It is
 * then right within 0.015 (15 cells of a thousand), but for one time in some millions. A smaller filter is
 * read in full. Counting and cuckoo filters keep count of
 * their cells, so theirs is exact.
 *
 * @param spec the plan the filter was built from, without the secret seed
 * @param insertions as in {@link FilterInfo#insertions}
 * @param capacity as in {@link FilterInfo#capacity}
 * @param fillRatio the share of the filter that is taken, from 0 to 1
 * @param sampled whether the fill comes from a sample
 * @param memoryBytes bytes of memory that the keys take up
 */
public record QuickInfo(
        FilterSpec spec, long insertions, long capacity, double fillRatio, boolean sampled, long memoryBytes) {
    /**
     * Words of 64 bits that a sample has at most, whatever the number of slices; each is in a cache line of
     * its own.
     */
    public static final int SAMPLE_WORDS = 4_096;

    /** Refuses null. */
    public QuickInfo {
        Objects.requireNonNull(spec, "spec");
    }

    /**
     * The same of a filter that was looked at in full.
     *
     * @param info what was seen
     * @return with an exact fill
     */
    public static QuickInfo of(FilterInfo info) {
        return new QuickInfo(
                info.spec(), info.insertions(), info.capacity(), info.fillRatio(), false, info.memoryBytes());
    }

    /** One line, fit for a log. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d of %,d keys, fill %s%.1f %%, %,d bytes",
                insertions,
                capacity,
                sampled ? "about " : "",
                100 * fillRatio,
                memoryBytes);
    }
}
