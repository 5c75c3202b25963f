package dev.bloomery.durable;

import dev.bloomery.internal.journal.Journal;

/**
 * A directory that was opened, and what was found in it.
 *
 * @param journalNumber of the journal that is written now
 * @param keepsHashes whether journals are kept for ever
 */
record Opened<K>(
        Directory directory,
        MemoryFilter<K> filter,
        Journal journal,
        Generation generation,
        long journalNumber,
        boolean keepsHashes,
        Recovery recovery) {}
