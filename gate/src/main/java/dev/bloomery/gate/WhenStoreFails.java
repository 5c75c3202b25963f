package dev.bloomery.gate;

/** What a {@link Gate} answers when it must ask the store and cannot. Never no: that would be a guess. */
public enum WhenStoreFails {
    /** A {@link dev.bloomery.gate.store.StoreException}. */
    THROW,
    /** That the key is there: right for a guard that must rather refuse a new name than give it out twice. */
    SAY_PRESENT
}
