package dev.bloomery.durable;

import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.internal.durable.FilterOptions;
import dev.bloomery.internal.durable.MemoryFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** The kinds of filters that can be durable, small. */
enum TestKind {
    BLOOM("bloom capacity=400 fpp=0.01"),
    SCALABLE("scalable-bloom fpp=0.01 first=20"),
    COUNTING("counting-bloom capacity=400 fpp=0.01"),
    CUCKOO("cuckoo capacity=400 fpp=0.01");

    static final Seed SEED = Seed.of(1234, 5678);
    static final Path PARENT = Path.of("/durable");
    static final Path DIRECTORY = PARENT.resolve("filter");

    private final String spec;

    TestKind(String spec) {
        this.spec = spec;
    }

    FilterSpec spec() {
        return FilterSpec.parse(spec);
    }

    boolean removes() {
        return this == COUNTING || this == CUCKOO;
    }

    DurableBuilder<Long, JournaledFilter<Long>> in(Disk disk) {
        return in(disk, DIRECTORY);
    }

    DurableBuilder<Long, JournaledFilter<Long>> in(Disk disk, Path path) {
        return new DurableBuilder<Long, JournaledFilter<Long>>(path, KeyEncoder.int64(), spec(), this::filter).on(disk);
    }

    JournaledFilter<Long> filter(Engine<Long> engine) {
        return removes() ? new DurableRemovableFilter<>(engine) : new DurableFilter<>(engine);
    }

    /** An empty filter of the same plan, seed and mode, without a directory. */
    MemoryFilter<Long> plain() {
        return MemoryFilter.create(KeyEncoder.int64(), spec(), SEED, FilterOptions.DEFAULT);
    }

    /** Every bit of a filter. */
    static byte[] bits(MemoryFilter<Long> filter) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            filter.writeTo(out, Progress.NONE);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toByteArray();
    }

    static byte[] bits(JournaledFilter<Long> filter) {
        return bits(filter.engine.memory);
    }
}
