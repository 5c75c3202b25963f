package dev.bloomery.spec;

import dev.bloomery.internal.check.SpecChecks;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of a windowed filter: Bloom filters, the slices, of which each takes the keys of a part of the window.
 *
 * <p>The window is cut into {@code slices} parts, and one slice more is kept, because the oldest one may hold keys that are younger than the
 * window. Each takes {@code keysPerWindow / slices} keys, at an FPP of {@code 1 - (1 - fpp)^(1 / (slices + 1))}, so that all together keep the
 * target.
 *
 * <pre>
 * windowed capacity=1000000 window=PT24H slices=8 fpp=0.01 layout=auto hash=xxh3-64
 * windowed capacity=1000000 window=PT24H slices=8 fpp=0.01 layout=blocked bits=1933312 k=8 hash=xxh3-64
 * </pre>
 *
 * @param keysPerWindow keys of a window up to which the FPP promise holds; one that comes again in a later slice counts again
 * @param window how long a key is remembered at least, a millisecond or more
 * @param slices into how many parts the window is cut, from 1 to 1,000
 * @param targetFpp the FPP asked for, of all slices together
 * @param layout of the slices
 * @param hash the hash of the keys
 * @param sliceSize the size of a slice, if it is settled
 */
public record WindowedSpec(
        long keysPerWindow,
        Duration window,
        int slices,
        double targetFpp,
        Layout layout,
        KeyHash hash,
        Optional<BloomSizing> sliceSize)
        implements FilterSpec {
    static final String KIND = "windowed";
    static final int DEFAULT_SLICES = 8;
    private static final int MAX_SLICES = 1_000;

    /** A hundred years: times stay far from the end of a long. */
    private static final Duration MAX_WINDOW = Duration.ofDays(36_525);

    public WindowedSpec {
        SpecChecks.capacity(keysPerWindow);
        SpecChecks.targetFpp(targetFpp);
        Objects.requireNonNull(window, "window");
        if (window.compareTo(Duration.ofMillis(1)) < 0 || window.compareTo(MAX_WINDOW) > 0) {
            throw new IllegalArgumentException(
                    "window is " + window + "; use a millisecond to a hundred years, for example Duration.ofDays(30)");
        }
        if (slices < 1 || slices > MAX_SLICES) {
            throw new IllegalArgumentException("slices is " + slices + "; use 1 to " + MAX_SLICES + ", often 8");
        }
        if (slices > window.toMillis()) {
            throw new IllegalArgumentException("a window of " + window + " cannot be cut into " + slices
                    + " slices of a millisecond or more; use fewer");
        }
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(hash, "hash");
        BloomSpec unused = slice(keysPerWindow, slices, targetFpp, layout, hash, sliceSize); // which checks the rest
    }

    /**
     * A plan for so many keys in such a time, of eight slices; layout and size open.
     *
     * @param keysPerWindow keys of a window
     * @param window how long a key is remembered at least
     * @param targetFpp a probability between 0 and 1
     * @return the plan, with the default hash
     */
    public static WindowedSpec of(long keysPerWindow, Duration window, double targetFpp) {
        return new WindowedSpec(
                keysPerWindow, window, DEFAULT_SLICES, targetFpp, Layout.AUTO, KeyHash.XXH3_64, Optional.empty());
    }

    /**
     * The same plan with another number of slices; the size is open again. More slices forget sooner after the window, and cost more to
     * ask.
     *
     * @param slices from 1 to 1,000
     * @return a new plan
     */
    public WindowedSpec withSlices(int slices) {
        return new WindowedSpec(keysPerWindow, window, slices, targetFpp, layout, hash, Optional.empty());
    }

    /**
     * The same plan with another layout; the size is open again.
     *
     * @param layout of the slices
     * @return a new plan
     */
    public WindowedSpec withLayout(Layout layout) {
        return new WindowedSpec(keysPerWindow, window, slices, targetFpp, layout, hash, Optional.empty());
    }

    /**
     * The same plan with another hash.
     *
     * @param hash the hash
     * @return a new plan
     */
    public WindowedSpec withHash(KeyHash hash) {
        return new WindowedSpec(keysPerWindow, window, slices, targetFpp, layout, hash, sliceSize);
    }

    /**
     * The same plan with layout and size of a slice settled.
     *
     * @return this, if they are already
     */
    public WindowedSpec sized() {
        if (sliceSize.isPresent()) {
            return this;
        }
        BloomSpec slice = slice().sized();
        return new WindowedSpec(keysPerWindow, window, slices, targetFpp, slice.layout(), hash, slice.size());
    }

    @Override
    public long capacity() {
        return keysPerWindow;
    }

    /**
     * The plan of one slice.
     *
     * @return the plan, settled if this one is
     */
    public BloomSpec slice() {
        return slice(keysPerWindow, slices, targetFpp, layout, hash, sliceSize);
    }

    private static BloomSpec slice(
            long keys, int slices, double targetFpp, Layout layout, KeyHash hash, Optional<BloomSizing> size) {
        long capacity = Math.max(1, (keys + slices - 1) / slices);
        double fpp = -Math.expm1(Math.log1p(-targetFpp) / (slices + 1));
        return new BloomSpec(capacity, fpp, layout, hash, size);
    }

    /**
     * How long a slice takes keys.
     *
     * @return milliseconds
     */
    public long sliceMillis() {
        return (window.toMillis() + slices - 1) / slices;
    }

    @Override
    public FilterKind kind() {
        return FilterKind.WINDOWED;
    }

    @Override
    public boolean isSized() {
        return sliceSize.isPresent();
    }

    static WindowedSpec from(SpecText text) {
        text.allowOnly(Set.of("capacity", "window", "slices", "fpp", "layout", "bits", "k", "hash"));
        Layout layout = text.orElse("layout", Layout::of, Layout.AUTO);
        return new WindowedSpec(
                text.required("capacity", Long::valueOf),
                text.required("window", WindowedSpec::duration),
                text.orElse("slices", Integer::valueOf, DEFAULT_SLICES),
                text.required("fpp", Double::valueOf),
                layout,
                text.orElse("hash", KeyHash::of, KeyHash.XXH3_64),
                BloomSpec.size(text, layout));
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException notOne) {
            throw new IllegalArgumentException(
                    "the spec has window=" + text + ", which is no duration; write PT24H for a day", notOne);
        }
    }

    @Override
    public String toString() {
        return KIND + " capacity=" + keysPerWindow + " window=" + window + " slices=" + slices + " fpp=" + targetFpp
                + " layout=" + layout.specName() + BloomSpec.sizeText(sliceSize) + " hash=" + hash.specName();
    }
}
