package dev.bloomery.spring.internal.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Clients of Redis that were made here, to be closed when nobody needs them any more. */
final class OwnClients {
    private final List<Runnable> closers = new CopyOnWriteArrayList<>();

    void closeLater(Runnable closer) {
        closers.add(closer);
    }

    void close() {
        closers.forEach(Runnable::run);
        closers.clear();
    }
}
