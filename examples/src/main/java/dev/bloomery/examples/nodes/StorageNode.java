package dev.bloomery.examples.nodes;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.examples.http.LoopbackServer;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Has some of the keys: {@code POST /get} with a key gives its value, {@code POST /put} takes a key and, in the next line, a value,
 * {@code POST /filter} gives a filter of all keys, if this node publishes one.
 */
final class StorageNode implements AutoCloseable {
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final Seed secret;
    private final double targetFpp;
    private final LoopbackServer server = new LoopbackServer();
    private volatile boolean publishing;

    StorageNode(Seed secret, double targetFpp) throws IOException {
        this.secret = secret;
        this.targetFpp = targetFpp;
        server.serve(
                "/get",
                (query, key) -> Optional.ofNullable(values.get(text(key))).map(StorageNode::bytes));
        server.serve("/put", (query, entry) -> {
            int end = text(entry).indexOf('\n');
            values.put(text(entry).substring(0, end), text(entry).substring(end + 1));
            return Optional.of(new byte[0]);
        });
        server.serve("/filter", (query, body) -> publishing ? Optional.of(filter()) : Optional.empty());
    }

    /** The snapshot goes without the seed, which the cluster shares: who reads it on the way cannot tell which keys it has. */
    private byte[] filter() throws IOException {
        BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                .capacity(values.size() + values.size() / 10 + 100) // room for keys until the next one is published
                .targetFpp(targetFpp)
                .seed(secret)
                .build();
        values.keySet().forEach(filter::add);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        filter.snapshot().withoutSeed().to(bytes);
        return bytes.toByteArray();
    }

    void publish() {
        publishing = true;
    }

    /** A key that comes some other way than by the router. */
    void put(String key, String value) {
        values.put(key, value);
    }

    URI address() {
        return server.address();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.close();
    }
}
