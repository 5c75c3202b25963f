package dev.bloomery.internal.geometry;

/**
 * How a key marks its block: in each word of the block, one or two bits.
 *
 * <p>A block is at most one cache line. The sizes below are those at which each shape needs the fewest bits; a shape for
 * every number of probes would save less than 2 % (docs/adr/0004).
 */
public enum BlockShape {
    /** Half a cache line, four probes: for targets of some 2 % and more. */
    FOUR_WORDS(4, 1),
    /** A cache line, eight probes: from some 2 % to 0.02 %. */
    EIGHT_WORDS(8, 1),
    /** A cache line, sixteen probes: below that. */
    EIGHT_WORDS_TWICE(8, 2);

    private final int words;
    private final int bitsPerWord;

    BlockShape(int words, int bitsPerWord) {
        this.words = words;
        this.bitsPerWord = bitsPerWord;
    }

    public int words() {
        return words;
    }

    /** Bits that a key sets in each word; two picks may fall on the same bit. */
    public int bitsPerWord() {
        return bitsPerWord;
    }

    public int blockBits() {
        return words * 64;
    }

    public int probes() {
        return words * bitsPerWord;
    }

    /** The chance that an absent key looks present in a block that holds this many keys; exact. */
    double fppAtLoad(long keys) {
        double picks = (double) keys * bitsPerWord; // into each word
        double free = Math.pow(63.0 / 64, picks); // a given bit is
        double perWord;
        if (bitsPerWord == 1) {
            perWord = 1 - free;
        } else {
            // two picks on the same bit (1 in 64): that bit is taken. Else: neither of two bits is free.
            double bothFree = Math.pow(62.0 / 64, picks);
            perWord = (1 - free) / 64 + (1 - 2 * free + bothFree) * 63 / 64;
        }
        return Math.pow(Math.max(perWord, 0), words);
    }
}
