package dev.bloomery;

import dev.bloomery.internal.disk.ChildJvm;
import dev.bloomery.internal.disk.SharedLongs;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that saves over a snapshot again and again until it is killed. Each version of the snapshot has keys of its own. */
final class SavingProcess {
    /** What it publishes: the version that it last began to save, and the one that was last saved. */
    static final int BEGUN = 0;

    static final int SAVED = 1;

    static final int KEYS = 64;
    /** Of more than a megabyte: it takes longer to save than to make. */
    private static final BloomSpec SPEC = BloomSpec.of(1_000_000, 0.01);

    enum Way {
        /** As the library does it. */
        ATOMIC,
        /** Wrong: over the old content. */
        IN_PLACE
    }

    private SavingProcess() {}

    static ChildJvm start(Way way, Path file, Path published) throws IOException {
        ChildJvm child = new ChildJvm(SavingProcess.class, way, file, published);
        if (!child.answer().equals("begun")) {
            child.close();
            throw new IOException("it did not begin");
        }
        return child;
    }

    static SharedLongs published(Path file) throws IOException {
        return new SharedLongs(file, 2);
    }

    /** A filter with the keys of that version. */
    static BloomFilter<Long> version(long version) {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64(), SPEC).build();
        add(filter, version);
        return filter;
    }

    private static void add(BloomFilter<Long> filter, long version) {
        for (int i = 0; i < KEYS; i++) {
            filter.addLong(key(version, i));
        }
    }

    static long key(long version, int number) {
        return version * KEYS + number;
    }

    public static void main(String[] args) throws IOException {
        Way way = Way.valueOf(args[0]);
        Path file = Path.of(args[1]);
        SharedLongs published = published(Path.of(args[2]));
        BloomFilter<Long> filter = version(0);
        System.out.println("begun");
        for (long version = published.get(BEGUN) + 1; ; version++) {
            filter.clear();
            add(filter, version);
            published.set(BEGUN, version);
            switch (way) {
                case ATOMIC -> filter.snapshot().to(file);
                case IN_PLACE -> {
                    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                        filter.snapshot().to(out);
                    }
                }
            }
            published.set(SAVED, version);
        }
    }
}
