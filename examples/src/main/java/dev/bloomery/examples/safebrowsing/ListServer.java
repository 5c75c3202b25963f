package dev.bloomery.examples.safebrowsing;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.examples.http.LoopbackServer;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Has the list, and publishes a filter of it: {@code GET /filter} gives the newest generation, {@code POST /check} those of the
 * expressions in its body that are listed.
 */
final class ListServer implements AutoCloseable {
    private final double targetFpp;
    private final Set<String> listed = ConcurrentHashMap.newKeySet();
    private final LongAdder checks = new LongAdder();
    private final LoopbackServer server = new LoopbackServer();
    private volatile byte[] snapshot = new byte[0];

    ListServer(double targetFpp) throws IOException {
        this.targetFpp = targetFpp;
        server.serve("/filter", (query, body) -> Optional.of(snapshot));
        server.serve("/check", (query, body) -> Optional.of(check(body)));
    }

    /** Makes a new generation. What is new is listed before its filter is out, so that whoever has the filter gets an answer. */
    FuseFilter<String> publish(Collection<String> added, Collection<String> removed) throws IOException {
        listed.addAll(added);
        listed.removeAll(removed);
        FuseFilter<String> filter =
                Filters.fuse(KeyEncoder.utf8()).targetFpp(targetFpp).build(listed);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        filter.snapshotTo(bytes);
        snapshot = bytes.toByteArray();
        return filter;
    }

    private byte[] check(byte[] expressions) {
        checks.increment();
        return new String(expressions, StandardCharsets.UTF_8)
                .lines()
                .filter(listed::contains)
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    long checks() {
        return checks.sum();
    }

    Set<String> listed() {
        return listed;
    }

    URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
