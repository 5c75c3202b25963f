package dev.bloomery.durable;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.HookedDisk;
import dev.bloomery.internal.durable.Checkpoints;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.internal.durable.Opened;
import dev.bloomery.internal.durable.Opener;
import dev.bloomery.internal.durable.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Durable filters that are right, and such that are wrong in one place each and that tests must notice. */
enum Broken {
    NOT,
    /** Who finds the bits of a key acknowledges it before it is journaled. */
    BITS_BEFORE_JOURNAL,
    /** A key that tests present is acknowledged at once. */
    NO_WAIT_FOR_PRESENT,
    /** Operations since the new journal began are in the snapshot, too. */
    CHECKPOINT_FROM_LIVE_MEMORY,
    /** The old journal goes before the new one is on the disk. */
    NEW_JOURNAL_NOT_SYNCED,
    /** The old snapshot goes before the new one is in the directory for certain. */
    SNAPSHOT_WITHOUT_DIRECTORY_SYNC,
    /** Nothing of it is certain. */
    JOURNAL_NOT_SYNCED;

    /** The disk as it sees it: some of what it asks for is not done. */
    Disk on(Disk disk) {
        return switch (this) {
            case NEW_JOURNAL_NOT_SYNCED -> new HookedDisk(disk).skipping(new AfterCreation());
            case SNAPSHOT_WITHOUT_DIRECTORY_SYNC -> new HookedDisk(disk).skipping(new AfterRename());
            case JOURNAL_NOT_SYNCED ->
                new HookedDisk(disk)
                        .skipping((operation, file) -> operation == DiskOperation.SYNC
                                && file.getFileName().toString().startsWith("journal-"));
            default -> disk;
        };
    }

    private static final class AfterRename implements HookedDisk.Skip {
        private boolean renamed;

        @Override
        public synchronized boolean skips(DiskOperation operation, Path file) {
            boolean skips = renamed && operation == DiskOperation.SYNC_DIRECTORY;
            renamed = operation == DiskOperation.RENAME;
            return skips;
        }
    }

    private static final class AfterCreation implements HookedDisk.Skip {
        private boolean created;

        @Override
        public synchronized boolean skips(DiskOperation operation, Path file) {
            if (operation == DiskOperation.CREATE) {
                created = file.getFileName().toString().startsWith(".journal-"); // it is renamed when it is whole
            }
            boolean skips = created && (operation == DiskOperation.SYNC || operation == DiskOperation.SYNC_DIRECTORY);
            created &= operation != DiskOperation.SYNC_DIRECTORY;
            return skips;
        }
    }

    /**
     * Opens a filter.
     *
     * @param rotated called by each checkpoint when the new journal has begun
     */
    JournaledFilter<Long> open(CrashKind kind, Settings<Long> settings, Runnable rotated) throws IOException {
        Opened<Long> opened = Opener.open(settings);
        Checkpoints<Long> checkpoints = new Checkpoints<>(opened, settings.encoder(), settings.checkpointBytes()) {
            @Override
            public boolean mayCopyLive() {
                return Broken.this == CHECKPOINT_FROM_LIVE_MEMORY || super.mayCopyLive();
            }

            @Override
            public void rotated() {
                rotated.run();
            }
        };
        return kind.of(
                new Engine<>(settings, opened, checkpoints) {
                    @Override
                    public boolean journalAndAdd(long hash) {
                        if (Broken.this != BITS_BEFORE_JOURNAL) {
                            return super.journalAndAdd(hash);
                        }
                        boolean added = set(hash);
                        LockSupport.parkNanos(1); // so that others see it
                        journal(hash);
                        return added;
                    }

                    @Override
                    public void acknowledgePresent(long end) {
                        if (Broken.this != NO_WAIT_FOR_PRESENT) {
                            super.acknowledgePresent(end);
                        }
                    }
                }.start());
    }
}
