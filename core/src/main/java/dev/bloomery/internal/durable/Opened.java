package dev.bloomery.internal.durable;

import dev.bloomery.file.Recovery;
import dev.bloomery.internal.journal.Journal;

/**
 * A directory that was opened, and what was found in it.
 *
 * @param journalNumber of the journal that is written now
 * @param keepsHashes whether journals are kept for ever
 */
public record Opened<K>(
        Directory directory,
        MemoryFilter<K> filter,
        Journal journal,
        Generation generation,
        long journalNumber,
        boolean keepsHashes,
        Recovery recovery) {}
