package dev.bloomery.internal.disk;

/** The steps of a {@link Disk} and its files that can fail, and that test disks count. */
public enum DiskOperation {
    CREATE,
    OPEN_TO_READ,
    OPEN_TO_WRITE,
    RENAME,
    DELETE,
    SYNC_DIRECTORY,
    CREATE_DIRECTORY,
    LIST,
    APPEND,
    WRITE,
    READ,
    SIZE,
    TRUNCATE,
    SYNC,
    TRY_LOCK,
    CLOSE
}
