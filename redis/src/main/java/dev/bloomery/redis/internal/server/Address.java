package dev.bloomery.redis.internal.server;

/**
 * Where a server listens.
 *
 * @param host its name, or its number without brackets; empty: that of the server that says so
 * @param port its port
 */
public record Address(String host, int port) {

    /** Of {@code host:port}; an address of IPv6 has colons itself. */
    static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new Address(text.substring(0, Math.max(colon, 0)), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException none) {
            throw LineException.notSent("the server pointed to " + text + ", which is no address", none);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
