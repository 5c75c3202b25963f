package dev.bloomery.internal.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells readers that take no lock whether what they read was being written: a version for each stripe of the data, odd while
 * a writer is at it.
 *
 * <pre>{@code
 * writer: long odd = begin(versions, stripe);  write;  end(versions, stripe, odd);
 * reader: long version = read(versions, stripe);  read;  if (isUnchanged(versions, stripe, version)) ... // it was whole
 * }</pre>
 *
 * <ol>
 *   <li>Assumed: one writer of a stripe at a time, and each sees what the one before it wrote, by a lock or because it is the
 *       same thread. The data are read and written plainly.
 *   <li>Guaranteed: if {@link #isUnchanged} is true, the reader saw, of all that it read of the stripe, what the writes up to
 *       {@code version} had made of it, and nothing of a later one.
 *   <li>Nothing of a later one: {@link #begin} writes the odd version before any of the data, by its fence between stores.
 *       A reader that saw some of the data, and reads the version again after its fence between loads, sees that odd version
 *       or a later one, which differs.
 *   <li>All of the earlier ones: {@link #end} is a release, {@link #read} an acquire. Who reads a version sees all that was
 *       written before it.
 *   <li>So a reader that knows of the return of a write, by any synchronisation, sees it: it cannot read an older version.
 *   <li>Progress: writers never wait for readers. A reader tries again only after a writer began or ended beside it.
 *   <li>A writer that dies half way leaves an odd version. {@link #begin} takes that as it is, so the next one ends it.
 * </ol>
 *
 * <p>The versions are an array in the hands of the caller, who reads the field once: after a fence it would be read again.
 * Processors of the x86 kind need no instruction for any of these fences; they keep the compiler from reordering.
 */
public final class WriteVersions {
    private static final VarHandle VERSION = MethodHandles.arrayElementVarHandle(long[].class);

    private WriteVersions() {}

    /** Versions of so many stripes, a power of two. */
    public static long[] of(int stripes) {
        return new long[stripes];
    }

    /** The stripe of the part of the data that has this number. */
    public static int stripe(long[] versions, int part) {
        return part & (versions.length - 1);
    }

    /** To be called before the first write; for {@link #end}. */
    public static long begin(long[] versions, int stripe) {
        long odd = versions[stripe] | 1;
        VERSION.setOpaque(versions, stripe, odd);
        VarHandle.storeStoreFence();
        return odd;
    }

    /** To be called after the last write. */
    public static void end(long[] versions, int stripe, long odd) {
        VERSION.setRelease(versions, stripe, odd + 1);
    }

    /** To be called before the first read; for {@link #isUnchanged}. */
    public static long read(long[] versions, int stripe) {
        return (long) VERSION.getAcquire(versions, stripe);
    }

    /** To be called after the last read: whether no writer was there since {@code version} was read, nor then. */
    public static boolean isUnchanged(long[] versions, int stripe, long version) {
        VarHandle.loadLoadFence();
        return (long) VERSION.getOpaque(versions, stripe) == version && (version & 1) == 0;
    }
}
