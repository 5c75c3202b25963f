package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * Reads all names with a prefix from one server, by SCAN, over one connection from the first page to the last: a cursor means nothing to
 * another process, and a connection that breaks ends the scan with an exception.
 *
 * <p>What is there from begin to end is handed over once or more often; Redis promises no less and no more.
 */
final class NodeScan {
    private final byte[] prefix;
    private final ScanParams params;
    private final @Nullable Expiry expiry;

    /** @param pageSize about how many names the server looks at for one answer */
    NodeScan(byte[] prefix, int pageSize, @Nullable Expiry expiry) {
        this.prefix = prefix;
        this.params = new ScanParams().match(patternOf(prefix)).count(pageSize);
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
    void run(Pipeline line, Consumer<byte[]> sink) {
        byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
        do {
            Response<ScanResult<byte[]>> page = line.scan(cursor, params);
            line.sync();
            ScanResult<byte[]> names = page.get();
            if (expiry != null) {
                requireExpiry(line, names.getResult(), expiry);
            }
            for (byte[] name : names.getResult()) {
                sink.accept(Arrays.copyOfRange(name, prefix.length, name.length));
            }
            cursor = names.getCursorAsBytes();
        } while (!Arrays.equals(cursor, ScanParams.SCAN_POINTER_START_BINARY));
    }

    private static void requireExpiry(Pipeline line, List<byte[]> names, Expiry expiry) {
        List<Response<Long>> left = new ArrayList<>();
        for (byte[] name : names) {
            left.add(line.pttl(name));
        }
        line.sync();
        for (Response<Long> millis : left) {
            // -2: gone meanwhile; -1: never
            if (millis.get() == -1 || !expiry.covers(millis.get())) {
                throw new StoreException(
                        "there is a key that never expires, or later than the store was opened for, and a windowed filter"
                                + " would forget it; open the store with a longer time to live, or give the key a shorter one",
                        null);
            }
        }
    }
}
