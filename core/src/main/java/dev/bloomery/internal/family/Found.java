package dev.bloomery.internal.family;

/** What is known of a key of an owner. */
public enum Found {
    NO,
    MAYBE,
    UNKNOWN
}
