package dev.bloomery;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.fuse.CollectedHashes;
import dev.bloomery.internal.fuse.FuseConstruction;
import dev.bloomery.internal.fuse.FuseShards;
import dev.bloomery.internal.fuse.HashCollector;
import dev.bloomery.internal.fuse.HashFile;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Collector;
import java.util.stream.Stream;

/**
 * Builds a {@link FuseFilter} from all its keys. Keys may come in any order and more than once; the same set of them, plan and seed
 * give the same filter, bit for bit.
 *
 * <p>Up to 16 million keys are hashed in memory. More of them go through a temporary file of 8 bytes a key; the filter is then made shard
 * by shard, and finished shards wait in another one, as large as the filter. Only their owner can read these files, and they are gone when
 * the build ends, however it ends. So a build takes, beside the filter itself, 31 bytes for each key of one shard, and 9 MB: at most
 * 530 MB, for any number of keys.
 *
 * @param <K> the type of the keys
 */
public final class FuseBuilder<K> extends HashedBuilder<K, FuseBuilder<K>> {
    static final Kinds.Kind<FuseSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> FuseBuilder<K> builder(KeyEncoder<K> encoder, FuseSpec spec) {
            return new FuseBuilder<>(encoder, spec);
        }

        @Override
        public <K> FuseFilter<K> read(Opening<K> opening, FuseSpec spec) throws IOException {
            return FuseFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, FuseSpec spec, InstantSource clock) throws IOException {
            return MappedTable.fuse(mapped, spec);
        }
    };

    private FuseSpec spec;
    private Path tempDirectory = Path.of(System.getProperty("java.io.tmpdir"));

    FuseBuilder(KeyEncoder<K> encoder, FuseSpec spec) {
        super(encoder);
        this.spec = spec;
    }

    @Override
    FuseBuilder<K> self() {
        return this;
    }

    @Override
    FuseBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * Cells that a key looks at; 3 unless you say otherwise. With 4 the filter is 5 % smaller, and a query reads one more.
     *
     * @param arity 3 or 4
     * @return this
     */
    public FuseBuilder<K> arity(int arity) {
        spec = spec.withArity(arity);
        return this;
    }

    /**
     * Gives fingerprints exactly so many bits, whatever target was given before; then the FPP is {@code 2^-bits}.
     *
     * @param bits from 1 to 56
     * @return this
     */
    public FuseBuilder<K> fingerprintBits(int bits) {
        spec = spec.withFingerprintBits(bits);
        return this;
    }

    /**
     * Where a build of more than 16 million keys has its temporary files; the default is where the JVM has its own.
     *
     * @param directory a directory that can be written to
     * @return this
     */
    public FuseBuilder<K> tempDirectory(Path directory) {
        if (!Disk.real().isDirectory(Objects.requireNonNull(directory, "directory"))) {
            throw new IllegalArgumentException(
                    "tempDirectory is " + directory + ", which is no directory; create it, or give one that is there");
        }
        if (!Disk.real().isWritable(directory)) {
            throw new IllegalArgumentException("tempDirectory is " + directory
                    + ", which this process may not write to; change its permissions, or give another one");
        }
        tempDirectory = directory;
        return this;
    }

    /**
     * The filter of these keys. May be called again; with a random seed each filter has its own.
     *
     * @param keys the keys, in any order and as often as they like
     * @return a new filter
     * @throws UncheckedIOException if there are more than 16 million keys and a temporary file cannot be written
     */
    @Override
    public FuseFilter<K> build(Iterable<? extends K> keys) {
        int expected = Objects.requireNonNull(keys, "keys") instanceof Collection<?> sized ? sized.size() : 0;
        return build(keys.iterator(), expected);
    }

    /**
     * The filter of the keys of a stream, which is closed, also if the build fails.
     *
     * @param keys the keys
     * @return a new filter
     * @throws UncheckedIOException if there are more than 16 million keys and a temporary file cannot be written
     */
    public FuseFilter<K> build(Stream<? extends K> keys) {
        try (Stream<? extends K> closing = Objects.requireNonNull(keys, "keys")) {
            return build(closing.iterator(), 0);
        }
    }

    private FuseFilter<K> build(Iterator<? extends K> keys, int expected) {
        return build((hasher, hashes) -> {
            hashes.expect(expected);
            while (keys.hasNext()) {
                hashes.add(hasher.hash(Objects.requireNonNull(keys.next(), "key")));
            }
        });
    }

    /**
     * The filter of keys that their encoder turns into these longs; see {@link HashedFilter#hashLong}.
     *
     * @param keys what the encoder makes of the keys
     * @return a new filter
     * @throws UncheckedIOException if there are more than 16 million keys and a temporary file cannot be written
     */
    public FuseFilter<K> buildLongs(long[] keys) {
        Objects.requireNonNull(keys, "keys");
        return build((hasher, hashes) -> {
            hashes.expect(keys.length);
            for (long key : keys) {
                hashes.add(hasher.hash().ofLong(key));
            }
        });
    }

    /**
     * The filter of the keys with these hashes, which must be those of the hash and seed of this builder, or well mixed otherwise;
     * see {@link HashedFilter#mightContainHash}.
     *
     * @param hashes well-mixed hashes
     * @return a new filter
     * @throws UncheckedIOException if there are more than 16 million keys and a temporary file cannot be written
     */
    public FuseFilter<K> buildHashes(long[] hashes) {
        Objects.requireNonNull(hashes, "hashes");
        return build((hasher, collected) -> {
            collected.expect(hashes.length);
            for (long hash : hashes) {
                collected.add(hash);
            }
        });
    }

    /**
     * The filter of the keys whose hashes are in a file: eight bytes each, the lowest first, nothing else. They must be those of the
     * hash and seed of this builder, or well mixed otherwise; see {@link HashedFilter#mightContainHash}. The file is read
     * once and not changed.
     *
     * @param file the file
     * @return a new filter
     * @throws IllegalArgumentException if the length of the file is no multiple of eight
     * @throws UncheckedIOException if it cannot be read, or a temporary file not be written
     */
    public FuseFilter<K> buildHashes(Path file) {
        Objects.requireNonNull(file, "file");
        return build((hasher, hashes) -> HashFile.addAll(file, hashes));
    }

    /**
     * Collects the keys of a stream into a filter: {@code keys.parallel().collect(builder.collector())}. Each thread of a parallel stream keeps the hashes
     * of its keys, eight bytes each on the heap, until the filter is built at the end. For hundreds of millions of keys use
     * {@link #build(Stream)}, which writes them to a file.
     *
     * <p>Filters of one collector have the same seed, so it may be the downstream of a {@code groupingBy}. Later changes of this builder do not
     * matter to it. If the build needs a temporary file that cannot be written, an {@link UncheckedIOException} ends the stream.
     *
     * @return the collector
     */
    public Collector<K, ?, FuseFilter<K>> collector() {
        FuseBuilder<K> frozen = new FuseBuilder<>(encoder, spec).seed(chosenSeed());
        frozen.tempDirectory = tempDirectory;
        KeyHasher<K> hasher = hasher(spec.hash(), frozen.chosenSeed());
        return Collector.of(
                CollectedHashes::new,
                (CollectedHashes keys, K key) -> keys.add(hasher.hash(Objects.requireNonNull(key, "key"))),
                CollectedHashes::addAll,
                frozen::build,
                Collector.Characteristics.UNORDERED);
    }

    private FuseFilter<K> build(CollectedHashes keys) {
        return build((hasher, hashes) -> {
            hashes.expect(keys.count());
            for (int i = 0; i < keys.count(); i++) {
                hashes.add(keys.get(i));
            }
        });
    }

    private FuseFilter<K> build(Source<K> source) {
        Seed chosen = chosenSeed();
        KeyHasher<K> hasher = hasher(spec.hash(), chosen);
        try (HashCollector hashes = new HashCollector(tempDirectory)) {
            FuseShards shards = construct(source, hasher, chosen, hashes);
            return new FuseFilter<>(hasher, spec.withKeys(shards.keys()), chosen, shards);
        } catch (IOException failed) {
            throw new UncheckedIOException("the fuse filter could not be built: " + failed.getMessage(), failed);
        }
    }

    private FuseShards construct(Source<K> source, KeyHasher<K> hasher, Seed chosen, HashCollector hashes)
            throws IOException {
        try {
            source.addAll(hasher, hashes);
            return new FuseConstruction(
                            spec.arity(),
                            known -> spec.withKeys(known).size().fingerprintBits(),
                            chosen.low() ^ Long.rotateLeft(chosen.high(), 32))
                    .of(hashes);
        } catch (OutOfMemoryError noRoom) {
            FuseSpec soFar = spec.withKeys(hashes.count());
            long ofAShard = BUILD_BYTES * Math.min(hashes.count(), HashCollector.SHARD_KEYS);
            throw HeapRoom.tooLarge(soFar.size().memoryBytes() + ofAShard, soFar, noRoom);
        }
    }

    /** What a build takes for each key of a shard, beside the filter. */
    private static final long BUILD_BYTES = 31;

    /** Where hashes come from. */
    @FunctionalInterface
    private interface Source<K> {
        void addAll(KeyHasher<K> hasher, HashCollector hashes) throws IOException;
    }
}
