package dev.bloomery.examples.spam;

import dev.bloomery.key.KeyEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the copies of one message have in common: half of the SHA-256 of its text, after what senders vary is gone. A record, and not an
 * array, so that it can be compared.
 *
 * @param high the first eight bytes
 * @param low the next eight
 */
record Signature(long high, long low) {
    static final KeyEncoder<Signature> ENCODER =
            (signature, sink) -> sink.putLong(signature.high()).putLong(signature.low());

    private static final Pattern LINK = Pattern.compile("https?://\\S+");
    private static final Pattern VARIED = Pattern.compile("[^\\p{L}]+");

    /** The signature of a message without links, digits, marks, case and white space. */
    static Signature of(String message) {
        String text = LINK.matcher(message.toLowerCase(Locale.ROOT)).replaceAll(" ");
        text = VARIED.matcher(text).replaceAll(" ").strip();
        try {
            ByteBuffer hash =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
            return new Signature(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
