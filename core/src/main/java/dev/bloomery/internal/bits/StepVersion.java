package dev.bloomery.internal.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells readers that take no lock whether something was taken away while they read: a number that writers step before they do.
 * For data that are whole at every moment; for others there is {@link WriteVersions}.
 *
 * <pre>{@code
 * writer: write;  step();  overwrite what was there before
 * reader: long version = read();  read;  if (isUnstepped(version)) ... // nothing was overwritten meanwhile
 * }</pre>
 *
 * <ol>
 *   <li>Assumed: one writer at a time, and each sees what the one before it wrote. The data are read and written plainly.
 *   <li>Guaranteed: who {@linkplain #read reads} a version sees all that was written before the {@link #step} that made it.
 *   <li>Guaranteed: who sees anything that was written after a step, and asks {@link #isUnstepped} then, sees that step or a later
 *       one.
 *   <li>Progress: nobody waits for anybody.
 * </ol>
 *
 * <p>With room on both sides, so that a reader loses the cache line of the version only when it steps, whatever a class that extends
 * this one keeps beside it. A field and not an array of one, read as it is and not through a handle: a query is shorter by the check of
 * an index, and of a null.
 */
@SuppressWarnings("unused") // the room
public class StepVersion {
    private static final VarHandle VERSION = version();

    private long before1;
    private long before2;
    private long before3;
    private long before4;
    private long before5;
    private long before6;
    private long before7;
    private volatile long version;
    private long after1;
    private long after2;
    private long after3;
    private long after4;
    private long after5;
    private long after6;
    private long after7;

    private static VarHandle version() {
        try {
            return MethodHandles.lookup().findVarHandle(StepVersion.class, "version", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** To be called between the last write and the first that takes something away. */
    public final void step() {
        VERSION.setRelease(this, version + 1);
        VarHandle.storeStoreFence();
    }

    /** To be called before the first read; for {@link #isUnstepped}. */
    public final long read() {
        return version;
    }

    /** To be called after the last read: whether there was no step since {@code version} was read. */
    public final boolean isUnstepped(long version) {
        VarHandle.loadLoadFence();
        return this.version == version;
    }
}
