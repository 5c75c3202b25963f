package dev.bloomery.redis.internal.shared;

/** What the head says of the bits at the server. */
public enum HeadState {
    /** They are being filled from a source. */
    FILLING,
    /** They are whole. */
    ACTIVE,
    /** The server may have lost some, and the writers bring them back. */
    RESTORING,
    /** Some are lost. */
    LOST
}
