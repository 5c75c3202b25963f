package dev.bloomery.redis.internal.scan;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.Refusal;
import dev.bloomery.redis.internal.server.RefusedException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads all names with a prefix from one server, by SCAN, over one connection from the first page to the last: a cursor means nothing to
 * another process, and a connection that breaks ends the scan with an exception.
 *
 * <p>What is there from begin to end is handed over once or more often; Redis promises no less and no more.
 */
final class NodeScan {
    private static final byte[] BEGIN = {'0'};

    private final byte[] prefix;
    private final byte[] pattern;
    private final int pageSize;
    private final @Nullable Expiry expiry;

    /** @param pageSize about how many names the server looks at for one answer */
    NodeScan(byte[] prefix, int pageSize, @Nullable Expiry expiry) {
        this.prefix = prefix;
        this.pattern = patternOf(prefix);
        this.pageSize = pageSize;
        this.expiry = expiry;
    }

    /** The pattern that the names with this prefix match, and no others. */
    static byte[] patternOf(byte[] prefix) {
        ByteArrayOutputStream pattern = new ByteArrayOutputStream();
        for (byte b : prefix) {
            if (b == '*' || b == '?' || b == '[' || b == ']' || b == '\\') {
                pattern.write('\\');
            }
            pattern.write(b);
        }
        pattern.write('*');
        return pattern.toByteArray();
    }

    /**
     * Reads the names.
     *
     * @param line the connection; not closed
     * @param sink gets them without the prefix
     */
    void run(Line line, Consumer<byte[]> sink) {
        byte[] cursor = BEGIN;
        do {
            List<?> page = (List<?>)
                    Objects.requireNonNull(line.ask(Call.of("SCAN", cursor, "MATCH", pattern, "COUNT", pageSize)));
            List<byte[]> names = new ArrayList<>();
            for (Object name : (List<?>) page.get(1)) {
                names.add((byte[]) name);
            }
            if (expiry != null && !names.isEmpty()) {
                requireExpiry(line, names, expiry);
            }
            for (byte[] name : names) {
                sink.accept(Arrays.copyOfRange(name, prefix.length, name.length));
            }
            cursor = (byte[]) page.get(0);
        } while (!Arrays.equals(cursor, BEGIN));
    }

    private static void requireExpiry(Line line, List<byte[]> names, Expiry expiry) {
        for (Object left :
                line.ask(names.stream().map(name -> Call.of("PTTL", name)).toList())) {
            if (left instanceof Refusal refusal) {
                throw new RefusedException(refusal);
            }
            long millis = (Long) Objects.requireNonNull(left);
            // -2: gone meanwhile; -1: never
            if (millis == -1 || !expiry.covers(millis)) {
                throw new StoreException(
                        "there is a key that never expires, or later than the store was opened for, and a windowed filter"
                                + " would forget it; open the store with a longer time to live, or give the key a shorter one",
                        null);
            }
        }
    }
}
