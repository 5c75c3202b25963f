package dev.bloomery.examples.nodes;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Asks those nodes for a key whose filter says maybe, and always those of which it has no filter: they have not published one, or it came
 * damaged. Nodes that publish take new keys through the router only, which adds them to its filter first; a key that comes another way
 * is not found before the next {@link #refresh}.
 */
final class Router {
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<URI> nodes;
    private final Seed secret;
    private final Map<URI, BloomFilter<String>> filters = new ConcurrentHashMap<>();
    private final LongAdder asks = new LongAdder();
    private final LongAdder wrongAsks = new LongAdder();
    private final LongAdder savedAsks = new LongAdder();
    private final LongAdder filterBytes = new LongAdder();

    /**
     * What the filters did so far.
     *
     * @param asks questions to nodes
     * @param wrongAsks of these, to nodes whose filter said maybe and which did not have the key
     * @param savedAsks nodes that were not asked, because their filter said no
     * @param filterBytes bytes of all filters received
     */
    record Counts(long asks, long wrongAsks, long savedAsks, long filterBytes) {}

    Router(List<URI> nodes, Seed secret) {
        this.nodes = nodes;
        this.secret = secret;
    }

    /** Takes the newest filter of each node. No key is put meanwhile, which could be in neither the new filter nor the old one. */
    synchronized void refresh() throws IOException, InterruptedException {
        for (URI node : nodes) {
            Optional<byte[]> snapshot = post(node, "/filter", "");
            filterBytes.add(snapshot.map(bytes -> bytes.length).orElse(0));
            try {
                if (snapshot.isPresent()) {
                    filters.put(
                            node,
                            Filters.load(KeyEncoder.utf8())
                                    .seed(secret)
                                    .from(snapshot.get())
                                    .bloom());
                } else {
                    filters.remove(node);
                }
            } catch (SnapshotException damaged) {
                filters.remove(node);
            }
        }
    }

    /** The value of the key, if a node has it. */
    Optional<String> find(String key) throws IOException, InterruptedException {
        for (URI node : nodes) {
            BloomFilter<String> filter = filters.get(node);
            if (filter != null && !filter.mightContain(key)) {
                savedAsks.increment();
                continue;
            }
            asks.increment();
            Optional<byte[]> value = post(node, "/get", key);
            if (value.isPresent()) {
                return value.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
            }
            wrongAsks.add(filter == null ? 0 : 1);
        }
        return Optional.empty();
    }

    /** Filter first: a key that a node has and its filter does not would never be found. */
    synchronized void put(URI node, String key, String value) throws IOException, InterruptedException {
        BloomFilter<String> filter = filters.get(node);
        if (filter != null) {
            filter.add(key);
        }
        if (post(node, "/put", key + "\n" + value).isEmpty()) {
            throw new IOException("the node takes no keys");
        }
    }

    Counts counts() {
        return new Counts(asks.sum(), wrongAsks.sum(), savedAsks.sum(), filterBytes.sum());
    }

    private Optional<byte[]> post(URI node, String path, String body) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = http.send(
                HttpRequest.newBuilder(node.resolve(path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofByteArray());
        return switch (response.statusCode()) {
            case 200 -> Optional.of(response.body());
            case 404 -> Optional.empty();
            default -> throw new IOException("the node said " + response.statusCode());
        };
    }
}
