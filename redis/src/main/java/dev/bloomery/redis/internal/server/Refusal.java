package dev.bloomery.redis.internal.server;

/**
 * The answer of a server that has not done what it was told.
 *
 * @param message what it says, without what it quotes; the first word is the kind of the error
 */
public record Refusal(String message) {
    /** After it the server quotes what it was sent, of a command that it does not know: a key, maybe. */
    private static final String QUOTATION = ", with args beginning with";

    public Refusal {
        int quotation = message.indexOf(QUOTATION);
        message = quotation < 0 ? message : message.substring(0, quotation);
    }

    /** Another node has the slot. */
    boolean isMoved() {
        return is("MOVED");
    }

    /** Another node may have the name, this time. */
    boolean isAsk() {
        return is("ASK");
    }

    /** Whether it is of this kind. */
    public boolean is(String kind) {
        return message.startsWith(kind + " ") || message.equals(kind);
    }

    /** Where a redirection points to: the last word of {@code MOVED 3999 10.0.0.2:6379}. */
    Address target() {
        return Address.parse(message.substring(message.lastIndexOf(' ') + 1));
    }
}
