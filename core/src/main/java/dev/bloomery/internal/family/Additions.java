package dev.bloomery.internal.family;

/**
 * What adding the keys of a batch did.
 *
 * @param change ADDED if at least one was new, KNOWN if none was; else why nothing was changed
 * @param added how many were new
 */
public record Additions(Change change, int added) {

    static Additions of(int added) {
        return new Additions(added == 0 ? Change.KNOWN : Change.ADDED, added);
    }

    static Additions refused(Change why) {
        return new Additions(why, 0);
    }
}
