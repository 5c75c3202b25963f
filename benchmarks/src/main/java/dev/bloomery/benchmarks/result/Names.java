package dev.bloomery.benchmarks.result;

/** The names of contestants, operations and facts about the machine as they stand in results. The only place that has them. */
public final class Names {
    /** Blocked layout, single-writer: the one that tables call "ours". */
    public static final String BLOCKED = "bloomery blocked";

    public static final String BLOCKED_SHARED = "bloomery blocked shared";
    public static final String BLOCKED_HARDENED = "bloomery blocked hardened";
    public static final String CLASSIC = "bloomery classic";
    public static final String CLASSIC_SHARED = "bloomery classic shared";
    public static final String COUNTING = "bloomery counting";
    public static final String CUCKOO = "bloomery cuckoo";

    /** Static; three or four cells a key, and fingerprints of 8 or 16 bits. */
    public static final String FUSE8 = "bloomery fuse8";

    public static final String FUSE16 = "bloomery fuse16";
    public static final String FUSE8_FOUR = "bloomery fuse8 4-wise";
    public static final String FUSE16_FOUR = "bloomery fuse16 4-wise";

    public static final String GUAVA = "guava";
    public static final String FASTFILTER_BLOOM = "fastfilter bloom";
    public static final String FASTFILTER_BLOCKED = "fastfilter blocked";
    public static final String FASTFILTER_COUNTING = "fastfilter counting";
    public static final String FASTFILTER_CUCKOO8 = "fastfilter cuckoo8";
    public static final String FASTFILTER_CUCKOO16 = "fastfilter cuckoo16";
    public static final String FASTFILTER_XOR8 = "fastfilter xor8";
    public static final String CUCKOOFILTER4J = "cuckoofilter4j";
    public static final String FASTFILTER_XOR16 = "fastfilter xor16";
    public static final String FASTFILTER_XORFUSE8 = "fastfilter xorfuse8";
    public static final String FASTFILTER_XORPLUS8 = "fastfilter xorplus8";
    public static final String DATASKETCHES = "datasketches";
    public static final String COMMONS = "commons";
    public static final String SPARK = "spark";

    /** Not a filter: what the memory and the hash alone take. */
    public static final String FLOOR = "floor";

    public static final String ADD = "add";
    public static final String HIT = "hit";
    public static final String MISS = "miss";
    /** Half hits, half misses, in an order that cannot be foreseen. */
    public static final String MIX = "mix";

    public static final String BATCH_HIT = "batch hit";
    public static final String BATCH_MISS = "batch miss";
    public static final String BATCH_MIX = "batch mix";
    public static final String BULK_ADD = "bulk add";
    public static final String REMOVE = "remove";

    /** A hit in a process that uses many kinds of filters through one interface. */
    public static final String HIT_MANY_KINDS = "hit, many kinds";

    public static final String MISS_MANY_KINDS = "miss, many kinds";

    /** Of the floor: one random read at a time, the next begins when the answer of the last is known. */
    public static final String SINGLE_READ = "single read";
    /** Of the floor: many random reads under way at the same time. */
    public static final String OVERLAPPED_READ = "overlapped read";
    /** Of the floor: reads that each need the value of the last to know their address. */
    public static final String DEPENDENT_READ = "dependent read";
    /** Of the floor: the hash of a key, without any read of the filter. */
    public static final String HASH = "hash";

    public static final String LONG = "long";
    public static final String URL = "url";

    public static final String CPU = "cpu";
    public static final String JDK = "jdk";
    public static final String COMMIT = "commit";

    private static final String BATCH_PREFIX = "batch ";

    private Names() {}

    /** Whether the contestant is one of this library. */
    public static boolean isOurs(String contestant) {
        return contestant.startsWith("bloomery");
    }

    /** Whether the contestant is a filter of another library. */
    public static boolean isPeer(String contestant) {
        return !isOurs(contestant) && !isExact(contestant) && !isFloor(contestant);
    }

    /** Whether the contestant keeps the keys themselves: what programs do that have no filter. */
    public static boolean isExact(String contestant) {
        return contestant.startsWith("hashset");
    }

    /** Whether it is no contestant, but what the memory and the hash alone take. */
    public static boolean isFloor(String contestant) {
        return contestant.equals(FLOOR);
    }

    /** Whether the contestant is built once from all its keys and takes no adds. */
    public static boolean isStatic(String contestant) {
        return contestant.contains("xor") || contestant.contains("fuse") || contestant.contains("gcs");
    }

    /** Whether the contestant can take keys back, at several times the bits. */
    public static boolean isCounting(String contestant) {
        return contestant.contains("counting");
    }

    /** Whether the operation is given many keys at once, so that its reads can overlap. */
    public static boolean isBatch(String operation) {
        return operation.startsWith(BATCH_PREFIX) || operation.equals(BULK_ADD);
    }

    /** The operation on many keys at once that does the same as this query on one. */
    public static String batch(String query) {
        return BATCH_PREFIX + query;
    }

    /** The operation on one key that does the same as this one, which may itself be on one. */
    public static String single(String operation) {
        return operation.equals(BULK_ADD)
                ? ADD
                : operation.startsWith(BATCH_PREFIX) ? operation.substring(BATCH_PREFIX.length()) : operation;
    }
}
