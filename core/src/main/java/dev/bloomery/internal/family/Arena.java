package dev.bloomery.internal.family;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Room for records in large pages. Records are put one behind the other into an open page; one that is freed leaves a gap, and whoever
 * knows the records moves those of a page with many gaps elsewhere, which frees the page as a whole. So there are no size classes, and the
 * gaps are a fixed share of all, whatever sizes come and go.
 *
 * <p>A place is {@code page << 16 | offset}, always positive. A page has a sixteenth of the arena, between 1 and 64 KiB; a record
 * above an eighth of that has one of its own. Not safe for use by several threads.
 */
final class Arena {
    private static final int MIN_PAGE = 1 << 10;
    private static final int MAX_PAGE = 1 << 16;

    /** A record above an eighth of a page has its own: the ends of shared pages would be too large otherwise. */
    private static final int OWN_PAGE_SHIFT = 3;

    private static final int OFFSET_BITS = 16;
    private static final int MAX_PAGES = 1 << 15;

    /** Kept free for moving records when the arena is full. */
    private static final int RESERVED_PAGES = 16;

    /** Beside its bytes a page takes the header of an array and a row of the tables below, of which some are unused. */
    private static final int PAGE_OVERHEAD = 16 + 24;

    /** A share of 1/8: with less, records are moved more often than memory is saved. */
    private static final int GAPS_SHIFT = 3;

    private final MemoryUse memory;
    private byte[] @Nullable [] pages = new byte[8][]; // none has number 0
    private int[] filled = new int[8];
    private int[] live = new int[8];
    private int[] born = new int[8];
    private boolean[] shared = new boolean[8];
    private int pageCount;
    private int births;
    private int open;
    private volatile long bytes;
    private long sharedBytes;
    private long gaps;

    Arena(MemoryUse memory) {
        this.memory = memory;
    }

    /** About what it takes beside so many records of one length that have grown to it: gaps, the ends of pages, and their overhead. */
    static long overhead(long records, int length) {
        long live = records * length;
        long pageSize = pageSize(live);
        if (length > pageSize >> OWN_PAGE_SHIFT) {
            return records * (OwnerRecord.TAIL + PAGE_OVERHEAD);
        }
        long gaps = live / ((1 << GAPS_SHIFT) - 1);
        long pages = 1 + (live + gaps) / pageSize;
        return gaps + pages * (length / 2 + OwnerRecord.TAIL + PAGE_OVERHEAD) + pageSize / 2;
    }

    private static int pageSize(long bytes) {
        return (int) Math.min(MAX_PAGE, Math.max(MIN_PAGE, bytes >> 4));
    }

    static int offset(int place) {
        return place & (1 << OFFSET_BITS) - 1;
    }

    static int place(int page, int offset) {
        return page << OFFSET_BITS | offset;
    }

    /** The bytes that have the record of a place at its offset. */
    byte[] bytesAt(int place) {
        return bytesOf(place >>> OFFSET_BITS);
    }

    byte[] bytesOf(int page) {
        return Objects.requireNonNull(pages[page], "a page in use");
    }

    /** Where the records of a page end, those that were freed among them. */
    int filled(int page) {
        return filled[page];
    }

    /** Of all pages, with what they take beside their bytes. Any thread may ask. */
    long bytes() {
        return bytes;
    }

    /** Whether it takes no more records but those that are moved. */
    boolean isFull() {
        return pageCount >= MAX_PAGES - 1 - RESERVED_PAGES;
    }

    /** A place for a record of so many bytes; what is there is not defined. */
    int allocate(int length) {
        int pageSize = pageSize(bytes);
        if (length > pageSize >> OWN_PAGE_SHIFT) {
            int own = addPage(length + OwnerRecord.TAIL, false);
            filled[own] = length;
            live[own] = length;
            return place(own, 0);
        }
        if (open == 0 || filled[open] + length + OwnerRecord.TAIL > bytesOf(open).length) {
            closeOpen();
            open = addPage(pageSize, true);
        }
        int place = place(open, filled[open]);
        filled[open] += length;
        live[open] += length;
        return place;
    }

    private int addPage(int length, boolean isShared) {
        int number = 1;
        while (number < pages.length && pages[number] != null) {
            number++;
        }
        if (number == MAX_PAGES) {
            throw new IllegalStateException("all " + MAX_PAGES + " pages of a stripe are in use");
        }
        if (number == pages.length) {
            int more = Math.min(MAX_PAGES, pages.length + Math.max(8, pages.length >> 2));
            pages = Arrays.copyOf(pages, more);
            filled = Arrays.copyOf(filled, more);
            live = Arrays.copyOf(live, more);
            born = Arrays.copyOf(born, more);
            shared = Arrays.copyOf(shared, more);
        }
        pages[number] = new byte[length];
        filled[number] = 0;
        live[number] = 0;
        born[number] = births++;
        shared[number] = isShared;
        pageCount++;
        count(length, isShared);
        return number;
    }

    private void count(int length, boolean isShared) {
        long more = (long) length + (length > 0 ? PAGE_OVERHEAD : -PAGE_OVERHEAD);
        long now = bytes + more; // written by one thread at a time
        bytes = now;
        memory.add(more);
        sharedBytes += isShared ? length : 0;
    }

    private void closeOpen() {
        int closed = open;
        open = 0;
        if (closed != 0 && live[closed] == 0) {
            release(closed);
        }
    }

    /** Gives a record up. A page without any goes, but the bytes that {@link #bytesOf} handed out stay readable. */
    void free(int place, int length) {
        int page = place >>> OFFSET_BITS;
        live[page] -= length;
        gaps += length;
        if (live[page] == 0 && page != open) {
            release(page);
        }
    }

    private void release(int page) {
        int length = bytesOf(page).length;
        gaps -= filled[page];
        pages[page] = null;
        pageCount--;
        count(-length, shared[page]);
    }

    /** Whether it is time to move the records of {@link #gappiest}. */
    boolean hasTooManyGaps() {
        return gaps > MIN_PAGE && gaps > sharedBytes >> GAPS_SHIFT;
    }

    /** The page with the largest share of gaps, but not the open one; 0 if there is none with a gap. */
    int gappiest() {
        int best = 0;
        double most = 0;
        for (int page = 1; page < pages.length; page++) {
            if (pages[page] != null && page != open) {
                double share = (double) (filled[page] - live[page]) / filled[page];
                if (share > most) {
                    most = share;
                    best = page;
                }
            }
        }
        return best;
    }

    /** The page that was begun first, 0 if there is none. If it was open, it no longer is. */
    int oldest() {
        int best = 0;
        for (int page = 1; page < pages.length; page++) {
            if (pages[page] != null && (best == 0 || born[page] - born[best] < 0)) {
                best = page;
            }
        }
        if (best != 0 && best == open) {
            closeOpen();
            return pages[best] == null ? oldest() : best;
        }
        return best;
    }
}
