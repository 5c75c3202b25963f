package dev.bloomery.benchmarks.contestant.bloomery;

import static dev.bloomery.benchmarks.contestant.Knob.FIXED;
import static dev.bloomery.benchmarks.contestant.Knob.FPP;
import static dev.bloomery.benchmarks.contestant.Trait.BATCHES;
import static dev.bloomery.benchmarks.contestant.Trait.REMOVES;
import static dev.bloomery.benchmarks.contestant.Trait.SHARED_ADDS;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.stream.Stream;

/** Our own filters. */
public final class BloomeryContestants {
    private BloomeryContestants() {}

    public static List<Contestant> all() {
        return Stream.concat(filters().stream(), fuses().stream()).toList();
    }

    private static List<Contestant> filters() {
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
        return Contestant.named(name, FIXED)
                .builtFromLongs((keys, unused) -> BloomeryFuse.of(arity, keys, fpp))
                .with(BATCHES);
    }
}
