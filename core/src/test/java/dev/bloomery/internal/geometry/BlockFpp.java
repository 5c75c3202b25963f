package dev.bloomery.internal.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The FPP of a block by other ways than those of {@link BlockShape}: what it is compared with.
 *
 * <pre>
 * own sets     each word of a key has a set of its own: a row of probabilities over the number of set bits of a word
 * shared sets  all words of a key have rotations of one set, as it is: exact, by inclusion and exclusion, see {@link #terms}
 * </pre>
 */
final class BlockFpp {
    private final BlockShape shape;
    /** The FPP with shared sets after n keys is the sum of {@code factor * base^n}. */
    private final List<Term> terms;

    private record Term(double factor, double base) {}

    /** Sets that are rotations of each other: one of them, and the share that they have of all sets. */
    private record Orbit(long set, double share) {}

    private BlockFpp(BlockShape shape) {
        this.shape = shape;
        this.terms = terms(shape);
    }

    static BlockFpp of(BlockShape shape) {
        return new BlockFpp(shape);
    }

    /** After this many keys, if every word of a key took a set of its own. */
    double ofOwnSets(int keys) {
        int bits = shape.bitsPerWord();
        double inWord = shape.words() / 8.0;
        double[] chance = new double[65]; // by the number of bits that are set in a word
        chance[0] = 1;
        for (int key = 0; key < keys; key++) {
            double[] next = new double[65];
            for (int set = 0; set <= 64; set++) {
                next[set] += chance[set] * (1 - inWord);
                for (int more = 0; more <= bits && set + more <= 64; more++) {
                    double ways = choose(64 - set, more) * choose(set, bits - more) / choose(64, bits);
                    next[set + more] += chance[set] * inWord * ways;
                }
            }
            chance = next;
        }
        double taken = 0;
        for (int set = 0; set <= 64; set++) {
            taken += chance[set] * choose(set, bits) / choose(64, bits);
        }
        return Math.pow(taken, shape.words());
    }

    /** After this many keys. */
    double ofSharedSets(long keys) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.factor * Math.pow(term.base, (double) keys);
        }
        return sum;
    }

    /** In a filter of many blocks with this many keys each on average: their number has the distribution of Poisson. */
    double ofSharedSetsAtMeanLoad(double keys) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.factor * Math.exp(-keys * (1 - term.base));
        }
        return sum;
    }

    /**
     * The asked key has a set A and in each of its words a rotation of it. The chance that all its bits are set is, by
     * inclusion and exclusion, the sum over parts F of A, one for each word, of the chance that the bits of all the F are
     * free, with the sign of the number of their bits. They are free if every key leaves them free. A key that has a set B
     * leaves a part F of one word free with the chance v(F, B): it does not pick that word, or one of the rotations of B
     * that miss F. Given B, words are independent, so a key leaves all of them free with the mean over B of the product of
     * the v(F, B).
     */
    private static List<Term> terms(BlockShape shape) {
        List<Orbit> orbits = orbits(shape.bitsPerWord());
        int parts = 1 << shape.bitsPerWord();
        List<Term> terms = new ArrayList<>();
        for (Orbit asked : orbits) {
            double[][] free = new double[parts][orbits.size()];
            for (int part = 0; part < parts; part++) {
                for (int b = 0; b < orbits.size(); b++) {
                    free[part][b] = 1 - shape.words() / 8.0 * hits(part(asked.set, part), orbits.get(b).set) / 64;
                }
            }
            // unordered pairs of parts stand for two words of the asked key, pairs of pairs for four
            List<double[]> pairs = new ArrayList<>();
            List<Double> factors = new ArrayList<>();
            for (int f = 0; f < parts; f++) {
                for (int g = f; g < parts; g++) {
                    double[] both = new double[orbits.size()];
                    for (int b = 0; b < both.length; b++) {
                        both[b] = free[f][b] * free[g][b];
                    }
                    pairs.add(both);
                    factors.add((f == g ? 1.0 : 2.0) * (Integer.bitCount(f ^ g) % 2 == 0 ? 1 : -1));
                }
            }
            // with two words the other two have nothing to keep free: the pair of empty parts, which is the first one
            int others = shape.words() == 2 ? 1 : pairs.size();
            for (int i = 0; i < pairs.size(); i++) {
                for (int j = 0; j < others; j++) {
                    double mean = 0;
                    for (int b = 0; b < orbits.size(); b++) {
                        mean += orbits.get(b).share * pairs.get(i)[b] * pairs.get(j)[b];
                    }
                    terms.add(new Term(asked.share * factors.get(i) * factors.get(j), mean));
                }
            }
        }
        return terms;
    }

    /** The bits of {@code set} that are picked by the bits of {@code which}, from the lowest on. */
    private static long part(long set, int which) {
        long part = 0;
        long rest = set;
        for (int i = 0; rest != 0; i++, rest &= rest - 1) {
            part |= (which >>> i & 1) == 0 ? 0 : Long.lowestOneBit(rest);
        }
        return part;
    }

    /** How many of the 64 rotations of {@code set} have a bit in common with {@code bits}. */
    private static int hits(long bits, long set) {
        int hits = 0;
        for (int rotation = 0; rotation < 64; rotation++) {
            hits += (Long.rotateLeft(set, rotation) & bits) == 0 ? 0 : 1;
        }
        return hits;
    }

    private static List<Orbit> orbits(int bits) {
        if (bits == 3) {
            return triples();
        }
        Map<Long, Set<Long>> byLeast = new TreeMap<>(); // the least of the rotations of a set, and all of them
        for (int i = 0; i < 64; i++) {
            long set = 1L | 1L << i; // up to a rotation, every set has bit 0
            if (Long.bitCount(set) == bits) {
                byLeast.put(rotations(set).first(), rotations(set));
            }
        }
        List<Orbit> orbits = new ArrayList<>();
        byLeast.forEach((set, rotations) -> orbits.add(new Orbit(set, rotations.size() / choose(64, bits))));
        return orbits;
    }

    /** Of the 651 sets of three that are no rotation of each other, those that are in use. */
    private static List<Orbit> triples() {
        List<Long> all = new ArrayList<>();
        Set<Long> seen = new TreeSet<>();
        for (int i = 1; i < 64; i++) {
            for (int j = i + 1; j < 64; j++) {
                long set = 1L | 1L << i | 1L << j;
                if (seen.add(rotations(set).first())) {
                    all.add(set);
                }
            }
        }
        return IntStream.range(0, 512)
                .mapToObj(i -> new Orbit(all.get(i * all.size() / 512), 1 / 512.0))
                .toList();
    }

    private static SortedSet<Long> rotations(long set) {
        SortedSet<Long> rotations = new TreeSet<>();
        for (int rotation = 0; rotation < 64; rotation++) {
            rotations.add(Long.rotateLeft(set, rotation));
        }
        return rotations;
    }

    private static double choose(int of, int count) {
        double ways = 1;
        for (int i = 0; i < count; i++) {
            ways = ways * (of - i) / (i + 1);
        }
        return ways;
    }
}
