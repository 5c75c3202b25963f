package dev.bloomery;

import dev.bloomery.file.SnapshotTooLongException;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.file.WrongKindException;
import dev.bloomery.file.WrongSecretException;
import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.EncoderMatch;
import dev.bloomery.internal.kind.KnownAnswer;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.SeededHash;
import dev.bloomery.internal.snapshot.Header;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.key.KeyForm;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A snapshot that is to be opened. Each method loads it whole and verifies it, or throws: a {@link dev.bloomery.file.SnapshotException}
 * that says what is wrong with it, or another {@link IOException} if it cannot be read. Loading N bytes allocates at most 2 N and a
 * mebibyte, whatever the bytes say.
 *
 * @param <K> the type of the keys
 */
public sealed class Snapshot<K> permits FileSnapshot {
    final SnapshotLoader<K> loader;
    final String name;
    private final Source source;

    /** Where the bytes are. */
    @FunctionalInterface
    interface Source {
        OpenedSource open() throws IOException;
    }

    /**
     * The bytes, until it is closed.
     *
     * @param length how many there are, if that is certain
     * @param opened what was opened for them, and is closed with it
     */
    record OpenedSource(InputStream in, OptionalLong length, Closeable opened) implements Closeable {

        /** A stream that the caller opened, and will close. */
        static OpenedSource ofCaller(InputStream in, OptionalLong length) {
            return new OpenedSource(in, length, () -> {});
        }

        @Override
        public void close() throws IOException {
            opened.close();
        }
    }

    Snapshot(SnapshotLoader<K> loader, String name, Source source) {
        this.loader = loader;
        this.name = name;
        this.source = source;
    }

    /**
     * A Bloom filter.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public BloomFilter<K> bloom() throws IOException {
        return (BloomFilter<K>) load(BloomSpec.class);
    }

    /**
     * A counting Bloom filter.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public CountingBloomFilter<K> countingBloom() throws IOException {
        return (CountingBloomFilter<K>) load(CountingSpec.class);
    }

    /**
     * A scalable Bloom filter.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public ScalableBloomFilter<K> scalableBloom() throws IOException {
        return (ScalableBloomFilter<K>) load(ScalableSpec.class);
    }

    /**
     * A windowed filter. The time since it was saved counts.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public WindowedFilter<K> windowed() throws IOException {
        return (WindowedFilter<K>) load(WindowedSpec.class);
    }

    /**
     * A cuckoo filter.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public CuckooFilter<K> cuckoo() throws IOException {
        return (CuckooFilter<K>) load(CuckooSpec.class);
    }

    /**
     * A fuse filter.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public FuseFilter<K> fuse() throws IOException {
        return (FuseFilter<K>) load(FuseSpec.class);
    }

    /**
     * A filter of whatever kind it is, to be asked.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public Snapshotable<K> any() throws IOException {
        return load(FilterSpec.class);
    }

    /**
     * A filter of whatever kind that takes keys.
     *
     * @return the filter
     * @throws WrongKindException if it takes none
     * @throws IOException if it cannot be opened
     */
    public HeapFilter<K> heap() throws IOException {
        if (any() instanceof HeapFilter<K> filter) {
            return filter;
        }
        throw new WrongKindException(
                name + ": this is the snapshot of a fuse filter, which takes no keys; open it by any()");
    }

    /**
     * The plan of the filter in it. Reads and verifies the header only, so neither the seed nor the right encoder is needed; of a stream
     * nothing else can be opened afterwards.
     *
     * @return the plan
     * @throws IOException if it cannot be read
     */
    public FilterSpec spec() throws IOException {
        try (OpenedSource opened = source.open()) {
            return settled(input(opened));
        }
    }

    /**
     * The encoder of its keys, as the file has it. Reads and verifies the header only, like {@link #spec}.
     *
     * @return its form, which has no name if the encoder had none; nothing if the file does not say it, as those of version 1 do not
     * @throws IOException if it cannot be read
     */
    public Optional<KeyForm> keyForm() throws IOException {
        try (OpenedSource opened = source.open()) {
            SnapshotInput in = input(opened);
            settled(in);
            return Optional.ofNullable(in.header().form());
        }
    }

    private <S extends FilterSpec> AbstractFilter<K, S> load(Class<S> specs) throws IOException {
        try (OpenedSource opened = source.open()) {
            SnapshotInput in = input(opened);
            FilterSpec spec = settled(in);
            if (!specs.isInstance(spec)) {
                throw new WrongKindException(
                        name + ": this is the snapshot of a filter '" + spec + "'; open it as that kind, or by any()");
            }
            S ofTheKind = specs.cast(spec);
            return Kinds.of(ofTheKind).read(opening(in, spec), ofTheKind);
        }
    }

    private SnapshotInput input(OpenedSource opened) throws IOException {
        SnapshotInput in = new SnapshotInput(opened.in(), name, opened.length(), loader.progress);
        requireAtMost(in);
        return in;
    }

    /** Everything that is read and made room for follows from the length in the header. */
    final void requireAtMost(SnapshotInput in) throws SnapshotTooLongException {
        long length = in.header().fileLength();
        if (length > loader.mostBytes) {
            throw new SnapshotTooLongException(name + ": it has " + length + " bytes, at most " + loader.mostBytes
                    + " are allowed here; raise atMost(...) if you trust where it comes from");
        }
    }

    static FilterSpec settled(SnapshotInput in) throws IOException {
        FilterSpec spec = Opening.parse(in.header().spec(), in);
        if (!spec.isSized()) {
            throw in.invalid("its spec '" + spec + "' does not say the size");
        }
        return spec;
    }

    final Opening<K> opening(SnapshotInput in, FilterSpec spec) throws IOException {
        Header header = in.header();
        Seed seed = seed(header);
        Hash64 hash = SeededHash.of(spec.hash(), seed);
        if (KnownAnswer.of(hash, seed) != header.knownAnswer()) {
            if (header.seedIsElsewhere()) {
                throw new WrongSecretException(
                        name + ": the seed given is not that of this filter; give the one it was built with");
            }
            throw in.invalid("its known answer is not that of its seed and hash");
        }
        boolean longs = loader.encoder instanceof LongKeyEncoder<K>;
        if (longs != header.longKeys()) {
            throw new WrongKeysException(name + ": its keys were "
                    + (header.longKeys() ? "longs, and the encoder makes bytes" : "bytes, and the encoder makes longs")
                    + "; load it with the encoder it was built with");
        }
        KeyForm form = EncoderMatch.of(loader.encoder.form(), header.form(), name);
        return new Opening<>(
                in,
                KeyHasher.of(loader.encoder, hash, form),
                seed,
                loader.singleWriter,
                loader.rule,
                loader.policy,
                loader.clock);
    }

    private Seed seed(Header header) throws WrongSecretException {
        Seed given = loader.seed;
        if (header.seedIsElsewhere()) {
            if (given == null) {
                throw new WrongSecretException(name
                        + ": it was written without its seed; give that by seed(...), from where you keep secrets");
            }
            return given;
        }
        Seed kept = Seed.of(header.seedLow(), header.seedHigh());
        if (given != null && !given.equals(kept)) {
            throw new WrongSecretException(name + ": it has another seed than the one given; give none to use its own");
        }
        return kept;
    }
}
