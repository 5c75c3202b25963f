package dev.bloomery.benchmarks.contestant;

import static dev.bloomery.benchmarks.contestant.Knob.BITS_PER_KEY;
import static dev.bloomery.benchmarks.contestant.Knob.FINGERPRINT_BITS;
import static dev.bloomery.benchmarks.contestant.Knob.FIXED;
import static dev.bloomery.benchmarks.contestant.Knob.FPP;
import static dev.bloomery.benchmarks.contestant.Knob.WHOLE_BITS_PER_KEY;
import static dev.bloomery.benchmarks.contestant.Trait.BATCHES;
import static dev.bloomery.benchmarks.contestant.Trait.EXCLUSIVE_QUERIES;
import static dev.bloomery.benchmarks.contestant.Trait.REMOVES;
import static dev.bloomery.benchmarks.contestant.Trait.SHARED_ADDS;
import static java.util.stream.Collectors.joining;

import dev.bloomery.benchmarks.report.Names;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.fastfilter.gcs.GolombCompressedSet;
import org.fastfilter.xor.Xor16;
import org.fastfilter.xor.Xor8;
import org.fastfilter.xor.XorFuse8;
import org.fastfilter.xorplus.XorPlus8;

/** All contestants. What is different or unfair about each is in the README of this module. */
public final class Contestants {
    /** Of a build that keeps all keys and more beside the filter. */
    private static final double HEAP_OF_BUILD = 64;

    private static final List<Contestant> ALL = Stream.of(ours(), fuses(), blooms(), peers(), fastfilter(), sets())
            .flatMap(List::stream)
            .toList();

    private Contestants() {}

    /** All of them, ours first. */
    public static List<Contestant> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Contestant named(String name) {
        return find(name)
                .orElseThrow(() -> new NoSuchElementException("no contestant is named '" + name + "'; there are "
                        + ALL.stream().map(Contestant::name).collect(joining(", "))
                        + (isLeftOut(name) ? "; a build with the profile \"peers\" has it: -Ppeers" : "")));
    }

    /** Whether this is one of the {@link Peers}, and the build is without them. */
    public static boolean isLeftOut(String name) {
        return Peers.NAMES.contains(name) && find(name).isEmpty();
    }

    private static Optional<Contestant> find(String name) {
        return ALL.stream().filter(contestant -> contestant.name().equals(name)).findFirst();
    }

    private static List<Contestant> peers() {
        return ServiceLoader.load(Peers.class, Contestants.class.getClassLoader()).stream()
                .flatMap(provider -> provider.get().contestants().stream())
                .toList();
    }

    private static List<Contestant> ours() {
        return List.of(
                Contestant.named(Names.BLOCKED, FPP)
                        .longs((capacity, fpp) -> BloomeryLongs.singleWriter(Layout.BLOCKED, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryUrls.singleWriter(Layout.BLOCKED, capacity, fpp))
                        .with(BATCHES),
                Contestant.named(Names.BLOCKED_SHARED, FPP)
                        .longs((capacity, fpp) -> BloomeryLongs.shared(Layout.BLOCKED, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryUrls.shared(Layout.BLOCKED, capacity, fpp))
                        .with(BATCHES)
                        .with(SHARED_ADDS),
                Contestant.named(Names.BLOCKED_HARDENED, FPP)
                        .urls((capacity, fpp) -> BloomeryUrls.hardened(Layout.BLOCKED, capacity, fpp))
                        .with(BATCHES),
                Contestant.named(Names.CLASSIC, FPP)
                        .longs((capacity, fpp) -> BloomeryLongs.singleWriter(Layout.CLASSIC, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryUrls.singleWriter(Layout.CLASSIC, capacity, fpp))
                        .with(BATCHES),
                Contestant.named(Names.CLASSIC_SHARED, FPP)
                        .longs((capacity, fpp) -> BloomeryLongs.shared(Layout.CLASSIC, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryUrls.shared(Layout.CLASSIC, capacity, fpp))
                        .with(BATCHES)
                        .with(SHARED_ADDS),
                Contestant.named(Names.COUNTING, FPP)
                        .longs((capacity, fpp) -> BloomeryCountingLongs.singleWriter(Layout.BLOCKED, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryCountingUrls.singleWriter(Layout.BLOCKED, capacity, fpp))
                        .with(BATCHES)
                        .with(REMOVES),
                Contestant.named("bloomery counting shared", FPP)
                        .longs((capacity, fpp) -> BloomeryCountingLongs.shared(Layout.BLOCKED, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryCountingUrls.shared(Layout.BLOCKED, capacity, fpp))
                        .with(BATCHES)
                        .with(REMOVES)
                        .with(SHARED_ADDS),
                Contestant.named("bloomery counting classic", FPP)
                        .longs((capacity, fpp) -> BloomeryCountingLongs.singleWriter(Layout.CLASSIC, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryCountingUrls.singleWriter(Layout.CLASSIC, capacity, fpp))
                        .with(BATCHES)
                        .with(REMOVES),
                Contestant.named("bloomery counting classic shared", FPP)
                        .longs((capacity, fpp) -> BloomeryCountingLongs.shared(Layout.CLASSIC, capacity, fpp))
                        .urls((capacity, fpp) -> BloomeryCountingUrls.shared(Layout.CLASSIC, capacity, fpp))
                        .with(BATCHES)
                        .with(REMOVES)
                        .with(SHARED_ADDS),
                Contestant.named(Names.CUCKOO, FPP)
                        .longs(BloomeryCuckooLongs::singleWriter)
                        .urls(BloomeryCuckooUrls::singleWriter)
                        .with(BATCHES)
                        .with(REMOVES),
                Contestant.named("bloomery cuckoo shared", FPP)
                        .longs(BloomeryCuckooLongs::shared)
                        .urls(BloomeryCuckooUrls::shared)
                        .with(BATCHES)
                        .with(REMOVES)
                        .with(SHARED_ADDS));
    }

    /** Of fixed FPP, like the static filters of others. */
    private static List<Contestant> fuses() {
        return List.of(
                fuse(Names.FUSE8, 3, 8),
                fuse(Names.FUSE16, 3, 16),
                fuse(Names.FUSE8_FOUR, 4, 8),
                fuse(Names.FUSE16_FOUR, 4, 16));
    }

    private static Contestant fuse(String name, int arity, int bits) {
        double fpp = 1.001 * Math.scalb(1.0, -bits); // a little more, for collisions of hashes
        return built(name, (keys, unused) -> BloomeryFuse.of(arity, keys, fpp)).with(BATCHES);
    }

    private static List<Contestant> blooms() {
        return List.of(
                Contestant.named(Names.GUAVA, FPP)
                        .longs(GuavaLongs::new)
                        .urls(GuavaUrls::new)
                        .with(SHARED_ADDS),
                Contestant.named(Names.DATASKETCHES, FPP)
                        .longs(DataSketchesLongs::new)
                        .urls(DataSketchesUrls::new),
                Contestant.named(Names.COMMONS, FPP).longs(CommonsLongs::new).urls(CommonsUrls::new),
                Contestant.named("orestes", FPP)
                        .longs(OrestesLongs::new)
                        .urls(OrestesUrls::new)
                        .with(SHARED_ADDS),
                Contestant.named(Names.CUCKOOFILTER4J, FPP)
                        .longs(CuckooFilter4JLongs::new)
                        .urls(CuckooFilter4JUrls::new)
                        .with(SHARED_ADDS));
    }

    private static List<Contestant> fastfilter() {
        return List.of(
                Contestant.named(Names.FASTFILTER_BLOOM, BITS_PER_KEY).longs(FastfilterBlooms::bloom),
                Contestant.named(Names.FASTFILTER_BLOCKED, WHOLE_BITS_PER_KEY).longs(FastfilterBlooms::blocked),
                Contestant.named(Names.FASTFILTER_COUNTING, BITS_PER_KEY)
                        .longs(FastfilterBlooms::counting)
                        .with(REMOVES),
                Contestant.named("fastfilter counting succinct", BITS_PER_KEY)
                        .longs(FastfilterBlooms::succinctCounting)
                        .with(REMOVES),
                Contestant.named("fastfilter counting ranked", WHOLE_BITS_PER_KEY)
                        .longs(FastfilterBlooms::rankedCounting)
                        .with(REMOVES),
                Contestant.named("fastfilter counting blocked", WHOLE_BITS_PER_KEY)
                        .longs(FastfilterBlooms::blockedCounting)
                        .with(REMOVES),
                Contestant.named("fastfilter counting blocked ranked", WHOLE_BITS_PER_KEY)
                        .longs(FastfilterBlooms::rankedBlockedCounting)
                        .with(REMOVES),
                Contestant.named(Names.FASTFILTER_CUCKOO8, FIXED)
                        .longs((capacity, unused) -> FastfilterCuckoo.cuckoo8(capacity)),
                Contestant.named(Names.FASTFILTER_CUCKOO16, FIXED)
                        .longs((capacity, unused) -> FastfilterCuckoo.cuckoo16(capacity)),
                Contestant.named("fastfilter cuckooplus8", FIXED)
                        .longs((capacity, unused) -> FastfilterCuckoo.cuckooPlus8(capacity)),
                Contestant.named("fastfilter cuckooplus16", FIXED)
                        .longs((capacity, unused) -> FastfilterCuckoo.cuckooPlus16(capacity)),
                built(Names.FASTFILTER_XOR8, (keys, unused) -> new FastfilterStatic(Xor8.construct(keys))),
                built(Names.FASTFILTER_XOR16, (keys, unused) -> new FastfilterStatic(Xor16.construct(keys))),
                built(Names.FASTFILTER_XORFUSE8, (keys, unused) -> new FastfilterStatic(XorFuse8.construct(keys))),
                built(Names.FASTFILTER_XORPLUS8, (keys, unused) -> new FastfilterStatic(XorPlus8.construct(keys))),
                Contestant.named("fastfilter gcs", FINGERPRINT_BITS)
                        .builtFromLongs(
                                (keys, bits) -> new FastfilterStatic(GolombCompressedSet.construct(keys, (int) bits)))
                        .heapBytesPerKey(KeyType.LONG, HEAP_OF_BUILD));
    }

    private static Contestant built(String name, Contestant.FullLongs maker) {
        return Contestant.named(name, FIXED).builtFromLongs(maker).heapBytesPerKey(KeyType.LONG, HEAP_OF_BUILD);
    }

    private static List<Contestant> sets() {
        return List.of(
                Contestant.named("hashset", FIXED)
                        .longs((capacity, unused) -> new HashSetLongs(capacity))
                        .urls((capacity, unused) -> new HashSetUrls(capacity))
                        .heapBytesPerKey(KeyType.LONG, 100)
                        .heapBytesPerKey(KeyType.URL, 190),
                Contestant.named("hashset sha-256", FIXED)
                        .urls((capacity, unused) -> new DigestSetUrls(capacity))
                        .with(EXCLUSIVE_QUERIES)
                        .heapBytesPerKey(KeyType.URL, 130));
    }
}
