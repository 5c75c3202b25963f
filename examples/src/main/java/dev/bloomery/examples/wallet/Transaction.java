package dev.bloomery.examples.wallet;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A transaction, as far as wallets are concerned; a line of text on the wire.
 *
 * @param id which one it is
 * @param addresses those that pay and those that are paid
 */
record Transaction(String id, List<String> addresses) {

    static Transaction parse(String line) {
        List<String> parts = List.of(line.split(" ", -1));
        return new Transaction(parts.get(0), parts.subList(1, parts.size()));
    }

    /** An address as the element of a script that a filter has. */
    static byte[] element(String address) {
        return address.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return id + " " + String.join(" ", addresses);
    }
}
