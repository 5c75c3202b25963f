package dev.bloomery.benchmarks.contestant;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** A filter of some library in one configuration: its name, what can be set, and how to make one for which keys. */
public final class Contestant {
    private static final double DEFAULT_HEAP_BYTES_PER_KEY = 16;
    /** Of a build that keeps all keys and more beside the filter. */
    private static final double HEAP_BYTES_PER_KEY_OF_BUILD = 64;

    private final String name;
    private final Knob knob;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    private Optional<EmptyLongs> emptyLongs = Optional.empty();
    private Optional<FullLongs> fullLongs = Optional.empty();
    private Optional<EmptyUrls> emptyUrls = Optional.empty();
    private final Map<KeyType, Double> heapBytesPerKey = new EnumMap<>(KeyType.class);

    /** Makes an empty filter of longs. */
    @FunctionalInterface
    public interface EmptyLongs {
        AddableLongFilter make(long capacity, double setting);
    }

    /** Makes a filter of all its keys at once. */
    @FunctionalInterface
    public interface FullLongs {
        LongFilter make(long[] keys, double setting);
    }

    /** Makes an empty filter of strings. */
    @FunctionalInterface
    public interface EmptyUrls {
        UrlFilter make(long capacity, double setting);
    }

    private Contestant(String name, Knob knob) {
        this.name = name;
        this.knob = knob;
    }

    public static Contestant named(String name, Knob knob) {
        return new Contestant(name, knob);
    }

    public Contestant longs(EmptyLongs maker) {
        emptyLongs = Optional.of(maker);
        return this;
    }

    /** Static: there is no add, only a build. */
    public Contestant builtFromLongs(FullLongs maker) {
        fullLongs = Optional.of(maker);
        return heapBytesPerKey(KeyType.LONG, HEAP_BYTES_PER_KEY_OF_BUILD);
    }

    public Contestant urls(EmptyUrls maker) {
        emptyUrls = Optional.of(maker);
        return this;
    }

    public Contestant with(Trait trait) {
        traits.add(trait);
        return this;
    }

    /** How much heap to give for each key, with the garbage of a build; ample. */
    public Contestant heapBytesPerKey(KeyType type, double bytes) {
        heapBytesPerKey.put(type, bytes);
        return this;
    }

    public String name() {
        return name;
    }

    public Knob knob() {
        return knob;
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    public double heapBytesPerKey(KeyType type) {
        return heapBytesPerKey.getOrDefault(type, DEFAULT_HEAP_BYTES_PER_KEY);
    }

    /** Whether it takes keys of this type. */
    public boolean takes(KeyType type) {
        return switch (type) {
            case LONG -> emptyLongs.isPresent() || fullLongs.isPresent();
            case URL -> emptyUrls.isPresent();
        };
    }

    /** Whether it is built from all its keys at once and takes no more. */
    public boolean isStatic() {
        return fullLongs.isPresent();
    }

    /** An empty filter of longs. */
    public AddableLongFilter emptyForLongs(long capacity, double setting) {
        return emptyLongs.orElseThrow(() -> missing("empty filter of longs")).make(capacity, setting);
    }

    /** A filter of all these longs; the array may be changed by it. */
    public LongFilter ofLongs(long[] keys, double setting) {
        return fullLongs.orElseThrow(() -> missing("filter built from longs")).make(keys, setting);
    }

    /** An empty filter of strings. */
    public UrlFilter emptyForUrls(long capacity, double setting) {
        return emptyUrls.orElseThrow(() -> missing("filter of strings")).make(capacity, setting);
    }

    private NoSuchElementException missing(String what) {
        return new NoSuchElementException(name + " has no " + what);
    }

    @Override
    public String toString() {
        return name;
    }
}
