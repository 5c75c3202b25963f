package dev.bloomery.file;

/** Whether a durable filter works. */
public enum DurableState {
    /** It takes operations. */
    OPEN,
    /** Its journal could not be written: it answers queries, and takes no operations. Close it and open it again. */
    FAILED,
    /** It was closed. */
    CLOSED
}
