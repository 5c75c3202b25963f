package dev.bloomery.testkit.snapshot;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.bloom.BloomVariant;
import dev.bloomery.testkit.counting.CountingVariant;
import dev.bloomery.testkit.cuckoo.CuckooVariant;
import dev.bloomery.testkit.fuse.FuseVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** A small snapshot of each kind and layout, with the keys 0 to 11 as longs. */
record SnapshotSample(String name, MembershipFilter<Long> filter) {
    static final int KEYS = 12;
    private static final Seed SEED = Seed.of(42, 43);
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    static List<SnapshotSample> all() {
        List<SnapshotSample> all = new ArrayList<>();
        for (BloomVariant variant : List.of(
                new BloomVariant(Layout.CLASSIC, 0.01, false, false),
                new BloomVariant(Layout.PARTITIONED, 0.01, true, true),
                new BloomVariant(Layout.BLOCKED, 0.1, false, true),
                new BloomVariant(Layout.BLOCKED, 0.001, true, false))) {
            all.add(sample(variant.toString(), variant.build(LONGS, KEYS, SEED)));
            int counterBits = variant.singleWriter() ? 8 : 4;
            CountingVariant counting = new CountingVariant(variant, counterBits);
            all.add(sample(counting.toString(), counting.build(LONGS, KEYS, SEED)));
        }
        BloomVariant paired = new BloomVariant(Layout.PAIRED, 1e-4, true, false);
        all.add(sample(paired.toString(), paired.build(LONGS, KEYS, SEED)));
        for (CuckooVariant variant : List.of(
                new CuckooVariant(0.1, false, false),
                new CuckooVariant(1e-4, true, true),
                new CuckooVariant(1e-9, false, false))) {
            all.add(sample(variant.toString(), variant.build(LONGS, 2 * KEYS, SEED)));
        }
        List<Long> keys = LongStream.range(0, KEYS).boxed().toList();
        for (FuseVariant variant : List.of(
                new FuseVariant(3, 0.01, false), new FuseVariant(4, 0.004, true), new FuseVariant(3, 1e-15, false))) {
            all.add(new SnapshotSample(
                    variant.toString(), variant.builder(LONGS, SEED).build(keys)));
        }
        all.add(sample("scalable", scalable()));
        all.add(sample("windowed", windowed()));
        return all;
    }

    private static AddableFilter<Long> scalable() {
        return Filters.scalableBloom(LONGS)
                .targetFpp(0.01)
                .firstCapacity(4)
                .layout(Layout.PARTITIONED)
                .seed(SEED)
                .build();
    }

    /** In the future, so that no clock goes on from there. */
    private static AddableFilter<Long> windowed() {
        return Filters.windowed(LONGS)
                .window(Duration.ofDays(1), KEYS)
                .targetFpp(0.01)
                .slices(3)
                .clock(() -> Instant.parse("2200-01-01T00:00:00Z"))
                .seed(SEED)
                .build();
    }

    private static SnapshotSample sample(String name, AddableFilter<Long> filter) {
        for (long key = 0; key < KEYS; key++) {
            filter.add(key);
        }
        if (filter instanceof RemovableFilter<Long> removable) {
            boolean unused = removable.add(0L);
        }
        return new SnapshotSample(name, filter);
    }

    /** The first one of a kind, as its spec names it. */
    static SnapshotSample of(String kind) {
        return all().stream()
                .filter(sample -> sample.filter.info().kindName().startsWith(kind))
                .findFirst()
                .orElseThrow();
    }

    byte[] bytes() {
        return bytesOf(filter);
    }

    static byte[] bytesOf(MembershipFilter<?> filter) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ((Snapshotable<?>) filter).snapshotTo(out);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toByteArray();
    }

    @Override
    public String toString() {
        return name;
    }
}
