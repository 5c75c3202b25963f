package dev.bloomery.internal.family;

/**
 * A log that had everything of its stripe: the file of that generation with exactly that length.
 *
 * @param generation 0 if there was no file
 * @param length of the file, 0 if there was none
 * @param unknown of owners that are not in the log nothing is known
 */
record Checkpoint(long generation, long length, boolean unknown) {}
