package dev.bloomery.internal.kind;

import dev.bloomery.file.WrongKeysException;
import dev.bloomery.key.KeyForm;
import org.jspecify.annotations.Nullable;

/** Whether the encoder given is the one that a filter was written with, as far as that can be known. */
public final class EncoderMatch {

    private EncoderMatch() {}

    /**
     * What the filter keeps of its encoder from now on.
     *
     * @param given of the encoder that it is opened with
     * @param stored what is in the file; null if that does not say it
     * @param where the file, for the message
     * @return null if nothing is known: an encoder without a name proves nothing of a file that does not say it
     * @throws WrongKeysException if they differ and the encoder given is not trusted
     */
    public static @Nullable KeyForm of(KeyForm given, @Nullable KeyForm stored, String where)
            throws WrongKeysException {
        if (given.isNamed() && (stored == null || given.trusted())) {
            return plain(given);
        }
        if (stored == null || given.trusted() || isSame(given, stored)) {
            return stored;
        }
        throw new WrongKeysException(where + ": " + difference(given, stored));
    }

    private static KeyForm plain(KeyForm form) {
        return new KeyForm(form.name(), form.check(), false);
    }

    private static boolean isSame(KeyForm one, KeyForm other) {
        return one.name().equals(other.name()) && one.check() == other.check();
    }

    /** Whether filters of these encoders may have keys of each other; null: not known. */
    public static boolean mayMerge(@Nullable KeyForm one, @Nullable KeyForm other) {
        return one == null || other == null || isSame(one, other);
    }

    private static String difference(KeyForm given, KeyForm stored) {
        if (given.name().equals(stored.name())) {
            return "the encoder " + given
                    + " gives other bytes for its samples than when this was written, so keys would be missed; give the"
                    + " encoder and the samples of then, or a new name to the new encoder, and build the filter again";
        }
        return "its keys were written by " + stored + ", and the encoder given is " + given
                + ", so keys would be missed; give the encoder it was written with, or KeyEncoder.trusted(...) of one that gives the same bytes";
    }
}
