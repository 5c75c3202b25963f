package dev.bloomery.spec;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The kinds of filters, and what each can do. */
public enum FilterKind {
    /** Takes keys and never forgets one. */
    BLOOM(BloomSpec.KIND),

    /** Takes keys back, in four times the memory. */
    COUNTING(CountingSpec.KIND),

    /** Grows with its keys. */
    SCALABLE(ScalableSpec.KIND),

    /** Remembers a key for a time. */
    WINDOWED(WindowedSpec.KIND),

    /** Takes keys back, in about the memory of a Bloom filter; can be full. */
    CUCKOO(CuckooSpec.KIND),

    /** A fixed set of keys in the least memory. */
    FUSE(FuseSpec.KIND);

    private final String specName;

    FilterKind(String specName) {
        this.specName = specName;
    }

    /**
     * The word with which the text form of a spec begins.
     *
     * @return the name, {@code counting-bloom} say
     */
    public String specName() {
        return specName;
    }

    /**
     * Whether it takes keys one by one. One that does not is built from all its keys.
     *
     * @return true if it does
     */
    public boolean takesKeys() {
        return this != FUSE;
    }

    /**
     * Whether a key can be removed.
     *
     * @return true if it can
     */
    public boolean removes() {
        return this == COUNTING || this == CUCKOO;
    }

    /**
     * Whether it grows when it is full.
     *
     * @return true if it does
     */
    public boolean grows() {
        return this == SCALABLE;
    }

    /**
     * Whether it forgets keys by time.
     *
     * @return true if it does
     */
    public boolean forgets() {
        return this == WINDOWED;
    }

    static FilterSpec parse(SpecText text) {
        return switch (ofName(text.kind())) {
            case BLOOM -> BloomSpec.from(text);
            case COUNTING -> CountingSpec.from(text);
            case SCALABLE -> ScalableSpec.from(text);
            case WINDOWED -> WindowedSpec.from(text);
            case CUCKOO -> CuckooSpec.from(text);
            case FUSE -> FuseSpec.from(text);
        };
    }

    private static FilterKind ofName(String name) {
        for (FilterKind kind : values()) {
            if (kind.specName.equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown kind of filter '" + name + "'; a spec begins with "
                + Arrays.stream(values())
                        .filter(kind -> kind != FUSE)
                        .map(FilterKind::specName)
                        .collect(Collectors.joining(", "))
                + " or " + FUSE.specName);
    }
}
