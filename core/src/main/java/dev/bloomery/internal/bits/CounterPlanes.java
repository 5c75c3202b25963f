package dev.bloomery.internal.bits;

import java.io.IOException;
import java.util.Arrays;

/**
 * Counters of 4 or 8 bits, in words of 64, of which all that a mask picks are changed at once.
 *
 * <p>The counters of a word lie in 4 or 8 longs beside each other, the <i>planes</i>: bit i of plane n is bit n of counter i.
 * To add 1 to many counters is then to carry through the planes, four steps of and and xor however many they are.
 *
 * <ol>
 *   <li>A counter that reaches its largest value has lost count: it <b>sticks</b> there, and neither {@link #decrement} nor
 *       {@link #addFrom} moves it again. It never wraps.
 *   <li>A counter at 0 stays at 0 in {@link #decrement}.
 *   <li>One writer at a time, and it is not atomic: a change from 7 to 8 writes several longs, and a reader between them may
 *       see anything, 0 too. {@link WriteVersions} tells it.
 * </ol>
 */
public final class CounterPlanes {
    private final long[] planes;
    private final int lead;
    private final boolean nibbles;

    private CounterPlanes(long[] planes, int lead, boolean nibbles) {
        this.planes = planes;
        this.lead = lead;
        this.nibbles = nibbles;
    }

    /** All 0; of 4 or 8 bits each. */
    public static CounterPlanes of(long words, int counterBits) {
        int count = Math.toIntExact(words * counterBits);
        int lead = Words.leadOf(count);
        return new CounterPlanes(new long[lead + count], lead, counterBits == 4);
    }

    /** So many words, as they were {@linkplain #copyBytes copied}. */
    public static CounterPlanes read(long words, int counterBits, LongSource source) throws IOException {
        int count = Math.toIntExact(words * counterBits);
        int lead = Words.leadOf(count);
        return new CounterPlanes(source.take(lead, count), lead, counterBits == 4);
    }

    /** Copies all planes of {@code count} words to the start of {@code target}. */
    public void copyBytes(int word, int count, byte[] target) {
        LongBytes.copy(planes, at(word), target, count * counterBits() * Long.BYTES);
    }

    public int words() {
        return (planes.length - lead) >>> (nibbles ? 2 : 3);
    }

    /** The value at which counters stick. */
    public int stuckValue() {
        return nibbles ? 15 : 255;
    }

    /** Those counters of the word that are not 0. */
    public long used(int word) {
        long[] planes = this.planes;
        int at = at(word);
        long low = usedNibbles(planes, at);
        return nibbles ? low : low | planes[at + 4] | planes[at + 5] | planes[at + 6] | planes[at + 7];
    }

    /** {@link #used} of counters of 4 bits, as {@link #incrementNibbles}. */
    public static long usedNibbles(long[] planes, int at) {
        return planes[at] | planes[at + 1] | planes[at + 2] | planes[at + 3];
    }

    /** Those counters of the word that are stuck. */
    public long stuck(int word) {
        long[] planes = this.planes;
        int at = at(word);
        long low = planes[at] & planes[at + 1] & planes[at + 2] & planes[at + 3];
        return nibbles ? low : low & planes[at + 4] & planes[at + 5] & planes[at + 6] & planes[at + 7];
    }

    /** The least of the counters that {@code mask} picks, which are some. */
    public int least(int word, long mask) {
        int least = 0;
        long left = mask; // those that are the least in the planes seen so far, from the highest down
        for (int plane = counterBits() - 1; plane >= 0; plane--) {
            long zeros = left & ~planes[at(word) + plane];
            left = zeros == 0 ? left : zeros;
            least = 2 * least + (zeros == 0 ? 1 : 0);
        }
        return least;
    }

    /**
     * One more for all counters that {@code mask} picks, but for stuck ones: how many of them were 0, and {@link Counters#STUCK} times how many
     * stick from now on.
     */
    public int increment(int word, long mask) {
        return nibbles ? incrementNibbles(planes, at(word), mask) : incrementBytes(at(word), mask);
    }

    /**
     * {@link #increment} of counters of 4 bits, for callers that have the array at hand: after a fence a field is read again.
     *
     * @param at the first plane of the word
     */
    public static int incrementNibbles(long[] planes, int at, long mask) {
        long p0 = planes[at];
        long p1 = planes[at + 1];
        long p2 = planes[at + 2];
        long p3 = planes[at + 3];
        long high = mask & p1 & (p2 & p3); // those at 14 and 15
        if (high != 0) { // rare
            return incrementHighNibbles(planes, at, mask, high);
        }
        long carry1 = mask & p0;
        long carry2 = carry1 & p1;
        long carry3 = carry2 & p2;
        planes[at] = p0 ^ mask;
        planes[at + 1] = p1 ^ carry1;
        planes[at + 2] = p2 ^ carry2;
        planes[at + 3] = p3 ^ carry3;
        return Long.bitCount(mask & ~(p0 | p1 | p2 | p3));
    }

    /** With counters among them that are stuck, and others that will be. */
    private static int incrementHighNibbles(long[] planes, int at, long mask, long high) {
        long stuck = high & planes[at];
        long sticking = high & ~stuck;
        planes[at] |= sticking; // 14 and 1 is all ones
        return Long.bitCount(sticking) * Counters.STUCK + incrementNibbles(planes, at, mask & ~high);
    }

    private int incrementBytes(int at, long mask) {
        long lowest = planes[at];
        long used = lowest;
        long high = mask; // those at 254 and 255
        for (int plane = 1; plane < 8; plane++) {
            used |= planes[at + plane];
            high &= planes[at + plane];
        }
        long carry = mask & ~(high & lowest);
        for (int plane = 0; plane < 8; plane++) {
            long before = planes[at + plane];
            planes[at + plane] = before ^ carry;
            carry &= before;
        }
        int newlyUsed = Long.bitCount(mask & ~used);
        return high == 0 ? newlyUsed : newlyUsed + Long.bitCount(high & ~lowest) * Counters.STUCK;
    }

    /** One less for all counters that {@code mask} picks, but for those at 0 and stuck ones; how many of them became 0. */
    public int decrement(int word, long mask) {
        return nibbles ? decrementNibbles(planes, at(word), mask) : decrementBytes(at(word), mask);
    }

    /** {@link #decrement} of counters of 4 bits, as {@link #incrementNibbles}. */
    public static int decrementNibbles(long[] planes, int at, long mask) {
        long p0 = planes[at];
        long p1 = planes[at + 1];
        long p2 = planes[at + 2];
        long p3 = planes[at + 3];
        long aboveOne = p1 | p2 | p3;
        long borrow1 = mask & ~p0;
        long borrow2 = borrow1 & ~p1;
        long borrow3 = borrow2 & ~p2;
        long unmoved = mask & ((p0 & p1 & p2 & p3) | ~(p0 | aboveOne)); // stuck or 0
        if (unmoved != 0) { // rare: cheaper asked afterwards
            return decrementNibbles(planes, at, mask & ~unmoved);
        }
        planes[at] = p0 ^ mask;
        planes[at + 1] = p1 ^ borrow1;
        planes[at + 2] = p2 ^ borrow2;
        planes[at + 3] = p3 ^ borrow3;
        return Long.bitCount(mask & p0 & ~aboveOne);
    }

    private int decrementBytes(int at, long mask) {
        long aboveOne = 0;
        long stuck = -1;
        for (int plane = 0; plane < 8; plane++) {
            aboveOne |= plane == 0 ? 0 : planes[at + plane];
            stuck &= planes[at + plane];
        }
        long ones = planes[at] & ~aboveOne;
        long borrow = mask & (aboveOne | ones) & ~stuck;
        for (int plane = 0; plane < 8; plane++) {
            long before = planes[at + plane];
            planes[at + plane] = before ^ borrow;
            borrow &= ~before;
        }
        return Long.bitCount(mask & ones);
    }

    /**
     * Adds the counters of a word of {@code other}, which are as wide; a sum beyond the largest value sticks, a stuck one too.
     *
     * @return how many counters were 0 and are not any more
     */
    public int addFrom(int word, CounterPlanes other, int otherWord) {
        int newlyUsed = Long.bitCount(other.used(otherWord) & ~used(word));
        int at = at(word);
        int from = other.at(otherWord);
        long carry = 0;
        for (int plane = 0; plane < counterBits(); plane++) {
            long mine = planes[at + plane];
            long theirs = other.planes[from + plane];
            planes[at + plane] = mine ^ theirs ^ carry;
            carry = (mine & theirs) | (carry & (mine | theirs));
        }
        for (int plane = 0; plane < counterBits(); plane++) {
            planes[at + plane] |= carry; // what is carried out of the highest plane did not fit
        }
        return newlyUsed;
    }

    /** The array itself, for {@link #incrementNibbles} and {@link #decrementNibbles}; callers mind the lead. */
    public long[] array() {
        return planes;
    }

    /** The longs at the start of the array that are left free. */
    public int lead() {
        return lead;
    }

    /** Copies the counters of {@code count} words to those of {@code to}, which are as wide. */
    public void copyTo(int word, int count, CounterPlanes to, int toWord) {
        System.arraycopy(planes, at(word), to.planes, to.at(toWord), count * counterBits());
    }

    /** All 0 again, also those that were stuck. */
    public void clear() {
        Arrays.fill(planes, 0);
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return Words.HEADER_BYTES + (long) Long.BYTES * planes.length;
    }

    /** Bytes on the heap that {@link #of} takes. */
    public static long memoryBytes(long words, int counterBits) {
        long count = words * counterBits;
        return Words.HEADER_BYTES + Long.BYTES * (Words.leadOf(count) + count);
    }

    /** The first plane of a word. Of 4 or of 8 bits is a branch that is always predicted, and constants behind it. */
    private int at(int word) {
        return lead + (nibbles ? word << 2 : word << 3);
    }

    public int counterBits() {
        return nibbles ? 4 : 8;
    }
}
