package dev.bloomery.durable;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.nio.file.Path;

/**
 * Filters for crashes: so precise that what tests present was added, as far as keys of a test go. Kinds without removal are found in many more states, as
 * threads meet by chance: at 1e-6 a key that nobody had added tested present once in a thousand runs.
 */
enum CrashKind {
    BLOOM("bloom capacity=%d fpp=1.0E-9", false),
    SCALABLE("scalable-bloom fpp=1.0E-9 first=16", false),
    COUNTING("counting-bloom capacity=%d fpp=1.0E-6", true),
    CUCKOO("cuckoo capacity=%d fpp=1.0E-6", true);

    static final Seed SEED = Seed.of(0x63726173, 0x6865640A);

    private final String spec;
    private final boolean removes;

    CrashKind(String spec, boolean removes) {
        this.spec = spec;
        this.removes = removes;
    }

    boolean removes() {
        return removes;
    }

    FilterSpec spec(long capacity) {
        return FilterSpec.parse(String.format(spec, capacity));
    }

    DurableBuilder<Long, JournaledFilter<Long>> in(Disk disk, Path path, FilterSpec plan) {
        return new DurableBuilder<Long, JournaledFilter<Long>>(path, KeyEncoder.int64(), plan, this::of)
                .on(disk)
                .seed(SEED);
    }

    JournaledFilter<Long> of(Engine<Long> engine) {
        return removes ? new DurableRemovableFilter<>(engine) : new DurableFilter<>(engine);
    }

    /** How often a key is in, as far as the kind can tell. */
    static int count(JournaledFilter<Long> filter, long key) {
        if (filter instanceof DurableRemovableFilter<Long> removable) {
            return (int) removable.count(key);
        }
        return filter.mightContainLong(key) ? 1 : 0;
    }
}
