package dev.bloomery.benchmarks.contestant.peer;

import static dev.bloomery.benchmarks.contestant.Knob.BITS_PER_KEY;
import static dev.bloomery.benchmarks.contestant.Knob.FINGERPRINT_BITS;
import static dev.bloomery.benchmarks.contestant.Knob.FIXED;
import static dev.bloomery.benchmarks.contestant.Knob.FPP;
import static dev.bloomery.benchmarks.contestant.Knob.WHOLE_BITS_PER_KEY;
import static dev.bloomery.benchmarks.contestant.Trait.EXCLUSIVE_QUERIES;
import static dev.bloomery.benchmarks.contestant.Trait.REMOVES;
import static dev.bloomery.benchmarks.contestant.Trait.SHARED_ADDS;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.result.Names;
import java.util.List;
import java.util.stream.Stream;
import org.fastfilter.gcs.GolombCompressedSet;
import org.fastfilter.xor.Xor16;
import org.fastfilter.xor.Xor8;
import org.fastfilter.xor.XorFuse8;
import org.fastfilter.xorplus.XorPlus8;

/** The filters of other libraries, and sets of the JDK. */
public final class PeerContestants {
    private PeerContestants() {}

    /** Those that most programs use. */
    public static List<Contestant> blooms() {
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

    /** The filters of fastfilter_java, and sets. */
    public static List<Contestant> others() {
        return Stream.concat(fastfilter().stream(), sets().stream()).toList();
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
                                (keys, bits) -> new FastfilterStatic(GolombCompressedSet.construct(keys, (int) bits))));
    }

    private static Contestant built(String name, Contestant.FullLongs maker) {
        return Contestant.named(name, FIXED).builtFromLongs(maker);
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
