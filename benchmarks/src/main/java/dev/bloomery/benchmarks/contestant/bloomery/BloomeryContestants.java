package dev.bloomery.benchmarks.contestant.bloomery;

import static dev.bloomery.benchmarks.contestant.Knob.FIXED;
import static dev.bloomery.benchmarks.contestant.Knob.FPP;
import static dev.bloomery.benchmarks.contestant.Trait.BATCHES;
import static dev.bloomery.benchmarks.contestant.Trait.REMOVES;
import static dev.bloomery.benchmarks.contestant.Trait.SHARED_ADDS;

import dev.bloomery.BloomBuilder;
import dev.bloomery.CountingBuilder;
import dev.bloomery.CuckooBuilder;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.stream.Stream;

/** Our own filters, each set as its name says; the rest as by default. */
public final class BloomeryContestants {
    private BloomeryContestants() {}

    public static List<Contestant> all() {
        return Stream.of(blooms(), countings(), cuckoos(), fuses())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Contestant> blooms() {
        return List.of(
                bloom(Names.BLOCKED, Layout.BLOCKED),
                sharedBloom(Names.BLOCKED_SHARED, Layout.BLOCKED),
                Contestant.named(Names.BLOCKED_HARDENED, FPP)
                        .urls((capacity, fpp) ->
                                new BloomeryUrls(bloom(KeyEncoder.utf8(), Layout.BLOCKED, capacity, fpp)
                                        .singleWriter()
                                        .hardened()
                                        .build()))
                        .with(BATCHES),
                bloom(Names.CLASSIC, Layout.CLASSIC),
                sharedBloom(Names.CLASSIC_SHARED, Layout.CLASSIC));
    }

    private static Contestant bloom(String name, Layout layout) {
        return Contestant.named(name, FPP)
                .longs((capacity, fpp) -> new BloomeryLongs(bloom(KeyEncoder.int64(), layout, capacity, fpp)
                        .singleWriter()
                        .build()))
                .urls((capacity, fpp) -> new BloomeryUrls(bloom(KeyEncoder.utf8(), layout, capacity, fpp)
                        .singleWriter()
                        .build()))
                .with(BATCHES);
    }

    private static Contestant sharedBloom(String name, Layout layout) {
        return Contestant.named(name, FPP)
                .longs((capacity, fpp) -> new BloomeryLongs(
                        bloom(KeyEncoder.int64(), layout, capacity, fpp).build()))
                .urls((capacity, fpp) -> new BloomeryUrls(
                        bloom(KeyEncoder.utf8(), layout, capacity, fpp).build()))
                .with(BATCHES)
                .with(SHARED_ADDS);
    }

    private static <K> BloomBuilder<K> bloom(KeyEncoder<K> encoder, Layout layout, long capacity, double fpp) {
        return Filters.bloom(encoder).capacity(capacity).targetFpp(fpp).layout(layout);
    }

    private static List<Contestant> countings() {
        return List.of(
                counting(Names.COUNTING, Layout.BLOCKED),
                sharedCounting("bloomery counting shared", Layout.BLOCKED),
                counting("bloomery counting classic", Layout.CLASSIC),
                sharedCounting("bloomery counting classic shared", Layout.CLASSIC));
    }

    private static Contestant counting(String name, Layout layout) {
        return Contestant.named(name, FPP)
                .longs((capacity, fpp) -> new BloomeryRemovableLongs(counting(KeyEncoder.int64(), layout, capacity, fpp)
                        .singleWriter()
                        .build()))
                .urls((capacity, fpp) -> new BloomeryUrls(counting(KeyEncoder.utf8(), layout, capacity, fpp)
                        .singleWriter()
                        .build()))
                .with(BATCHES)
                .with(REMOVES);
    }

    private static Contestant sharedCounting(String name, Layout layout) {
        return Contestant.named(name, FPP)
                .longs((capacity, fpp) -> new BloomeryRemovableLongs(
                        counting(KeyEncoder.int64(), layout, capacity, fpp).build()))
                .urls((capacity, fpp) -> new BloomeryUrls(
                        counting(KeyEncoder.utf8(), layout, capacity, fpp).build()))
                .with(BATCHES)
                .with(REMOVES)
                .with(SHARED_ADDS);
    }

    private static <K> CountingBuilder<K> counting(KeyEncoder<K> encoder, Layout layout, long capacity, double fpp) {
        return Filters.countingBloom(encoder).capacity(capacity).targetFpp(fpp).layout(layout);
    }

    private static List<Contestant> cuckoos() {
        return List.of(
                Contestant.named(Names.CUCKOO, FPP)
                        .longs((capacity, fpp) -> new BloomeryRemovableLongs(cuckoo(KeyEncoder.int64(), capacity, fpp)
                                .singleWriter()
                                .build()))
                        .urls((capacity, fpp) -> new BloomeryUrls(cuckoo(KeyEncoder.utf8(), capacity, fpp)
                                .singleWriter()
                                .build()))
                        .with(BATCHES)
                        .with(REMOVES),
                Contestant.named("bloomery cuckoo shared", FPP)
                        .longs((capacity, fpp) -> new BloomeryRemovableLongs(
                                cuckoo(KeyEncoder.int64(), capacity, fpp).build()))
                        .urls((capacity, fpp) -> new BloomeryUrls(
                                cuckoo(KeyEncoder.utf8(), capacity, fpp).build()))
                        .with(BATCHES)
                        .with(REMOVES)
                        .with(SHARED_ADDS));
    }

    private static <K> CuckooBuilder<K> cuckoo(KeyEncoder<K> encoder, long capacity, double fpp) {
        return Filters.cuckoo(encoder).capacity(capacity).targetFpp(fpp);
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
                .builtFromLongs((keys, unused) -> new BloomeryStatic(Filters.fuse(KeyEncoder.int64())
                        .targetFpp(fpp)
                        .arity(arity)
                        .buildLongs(keys)))
                .with(BATCHES);
    }
}
