package dev.bloomery.testkit.snapshot;

import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.HeapFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.bloom.BloomVariant;
import dev.bloomery.testkit.counting.CountingVariant;
import dev.bloomery.testkit.cuckoo.CuckooVariant;
import dev.bloomery.testkit.fuse.FuseVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A way to build a filter of any kind that can be kept in a file. */
record StoredVariant(String name, Maker maker) {

    /** Builds a filter of some keys, with room for them. */
    interface Maker {
        <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed);
    }

    static List<StoredVariant> all() {
        return Stream.of(
                        BloomVariant.few().stream().map(StoredVariant::bloom),
                        CountingVariant.few().stream().map(StoredVariant::counting),
                        CuckooVariant.few().stream().map(StoredVariant::cuckoo),
                        FuseVariant.few().stream().map(StoredVariant::fuse),
                        Stream.of(scalable(), windowed()))
                .flatMap(Function.identity())
                .toList();
    }

    /** One of each kind. */
    static List<StoredVariant> kinds() {
        return List.of(
                bloom(BloomVariant.few().get(0)),
                counting(CountingVariant.few().get(0)),
                cuckoo(CuckooVariant.few().get(0)),
                fuse(FuseVariant.few().get(0)),
                scalable(),
                windowed());
    }

    private static StoredVariant bloom(BloomVariant variant) {
        return new StoredVariant(variant.toString(), new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return with(keys, variant.build(encoder, Math.max(1, keys.size()), seed));
            }
        });
    }

    private static StoredVariant counting(CountingVariant variant) {
        return new StoredVariant(variant.toString(), new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return with(keys, variant.build(encoder, Math.max(1, keys.size()), seed));
            }
        });
    }

    private static StoredVariant cuckoo(CuckooVariant variant) {
        return new StoredVariant(variant.toString(), new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return with(keys, variant.build(encoder, Math.max(1, keys.size()), seed));
            }
        });
    }

    private static StoredVariant fuse(FuseVariant variant) {
        return new StoredVariant(variant.toString(), new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return variant.builder(encoder, seed).build(keys);
            }
        });
    }

    /** Grown several times. */
    private static StoredVariant scalable() {
        return new StoredVariant("scalable", new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return with(
                        keys,
                        Filters.scalableBloom(encoder)
                                .targetFpp(0.01)
                                .firstCapacity(100)
                                .seed(seed)
                                .build());
            }
        });
    }

    /** All keys in one burst, so in several slices; in the future, so that no clock goes on from there. */
    private static StoredVariant windowed() {
        return new StoredVariant("windowed", new Maker() {
            @Override
            public <K> Snapshotable<K> make(KeyEncoder<K> encoder, List<K> keys, Seed seed) {
                return with(
                        keys,
                        Filters.windowed(encoder)
                                .window(Duration.ofDays(1), Math.max(1, keys.size()))
                                .targetFpp(0.01)
                                .clock(() -> Instant.parse("2200-01-01T00:00:00Z"))
                                .seed(seed)
                                .build());
            }
        });
    }

    private static <K, F extends HeapFilter<K>> F with(List<K> keys, F filter) {
        long unused = filter.addAll(keys);
        return filter;
    }

    /** The same object as a filter to be asked. */
    @SuppressWarnings("unchecked") // every kind is one, of the keys it was made of
    static <K> HashedFilter<K> asked(Snapshotable<?> filter) {
        return (HashedFilter<K>) filter;
    }

    @Override
    public String toString() {
        return name;
    }
}
