package dev.bloomery.internal.disk;

import java.nio.file.Path;

/** Thrown by a {@link SimulatedDisk} in place of every operation after the machine stopped. No code under test expects or handles it. */
public final class MachineStopped extends Error {
    private static final long serialVersionUID = 1;

    MachineStopped(DiskOperation operation, Path file) {
        super("the machine stopped before " + operation + " " + file);
    }
}
