package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.report.Goals;
import dev.bloomery.benchmarks.result.Names;
import java.util.List;

/**
 * Who meets whom.
 *
 * @param names ours, and then the others; a name may be followed by {@code @} and the jar that its classes are taken from
 */
record Match(int keys, double fpp, List<String> names) {
    private static final double ONE_PERCENT = 0.01; // static filters have the FPP of their width, whatever is asked for

    /** Cuckoo and fuse filters against each that has the same width, one by one: a third would use up the caches of the two. */
    static List<Match> ofFingerprints(int keys) {
        return List.of(
                new Match(keys, Goals.FPP_OF_8_BITS, List.of(Names.CUCKOO, Names.FASTFILTER_CUCKOO8)),
                new Match(keys, Goals.FPP_OF_8_BITS, List.of(Names.CUCKOO, Names.CUCKOOFILTER4J)),
                new Match(keys, Goals.FPP_OF_16_BITS, List.of(Names.CUCKOO, Names.FASTFILTER_CUCKOO16)),
                new Match(keys, Goals.FPP_OF_16_BITS, List.of(Names.CUCKOO, Names.CUCKOOFILTER4J)),
                new Match(keys, ONE_PERCENT, List.of(Names.FUSE8, Names.FASTFILTER_XOR8)),
                new Match(keys, ONE_PERCENT, List.of(Names.FUSE8, Names.FASTFILTER_XORFUSE8)),
                new Match(keys, ONE_PERCENT, List.of(Names.FUSE8, Names.FASTFILTER_XORPLUS8)),
                new Match(keys, ONE_PERCENT, List.of(Names.FUSE16, Names.FASTFILTER_XOR16)));
    }

    /** Fuse filters in batches against single queries, and against reads alone, where main memory decides. */
    static Match ofBatches() {
        return new Match(100_000_000, ONE_PERCENT, List.of(Names.FUSE8, Names.FLOOR));
    }

    Duellist duellist(String name) {
        if (name.equals(Names.FLOOR)) {
            return new ReadsAlone();
        }
        int at = name.indexOf('@');
        return at < 0
                ? OwnClasses.duellist(System.getProperty("java.class.path"), name, fpp)
                : OwnClasses.duellist(name.substring(at + 1), name.substring(0, at), fpp);
    }
}
