package dev.bloomery.durable;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The real disk, whose syncs, or new files, fail when they are told to. It is here because a builder takes another disk from its own package alone. */
public final class FailingDisk {
    private volatile boolean failsSyncs;
    private volatile boolean failsCreation;

    /** From now on every sync of a file fails, or none. */
    public void failSyncs(boolean fails) {
        failsSyncs = fails;
    }

    /** From now on no file can be created, or all can. */
    public void failCreation(boolean fails) {
        failsCreation = fails;
    }

    /** A filter that is kept on this disk. */
    public <K, F> F open(DurableBuilder<K, F> builder) throws IOException {
        return builder.on(wrap(Disk.class, Disk.real())).open();
    }

    private <T> T wrap(Class<T> type, T real) {
        Object wrapped =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    if (failsSyncs && method.getName().equals("sync")) {
                        throw new IOException("the sync failed, on purpose");
                    }
                    if (failsCreation && method.getName().equals("create")) {
                        throw new IOException("the disk is full, on purpose");
                    }
                    try {
                        Object result = method.invoke(real, given);
                        return result instanceof DiskFile file ? wrap(DiskFile.class, file) : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        return type.cast(wrapped);
    }
}
