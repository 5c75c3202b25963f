package dev.bloomery.examples.safebrowsing;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Has a filter of the list, not the list. Any number of threads may look up while another one updates: a lookup takes the filter once
 * and keeps to it, so that it sees one generation and waits for nobody.
 */
final class Browser {
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final LongAdder lookups = new LongAdder();
    private volatile FuseFilter<String> generation;

    Browser(URI server) throws IOException, InterruptedException {
        this.server = server;
        generation = fetch();
    }

    /** Changes to the newest generation. A filter that came damaged is refused, and the old one stays. */
    void update() throws IOException, InterruptedException {
        generation = fetch();
    }

    private FuseFilter<String> fetch() throws IOException, InterruptedException {
        byte[] snapshot = send(HttpRequest.newBuilder(server.resolve("/filter")), BodyHandlers.ofByteArray());
        return Filters.load(KeyEncoder.utf8()).from(snapshot).fuse();
    }

    /** Whether to warn of the page: no by the filter alone, yes by the server. */
    boolean isMalicious(String url) throws IOException, InterruptedException {
        Collection<String> expressions = UrlExpressions.of(url);
        lookups.add(expressions.size());
        FuseFilter<String> filter = generation;
        List<String> maybe = expressions.stream().filter(filter::mightContain).toList();
        return !maybe.isEmpty() && serverHasOneOf(maybe);
    }

    boolean serverHasOneOf(Collection<String> expressions) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve("/check"))
                .POST(BodyPublishers.ofString(String.join("\n", expressions)));
        return !send(request, BodyHandlers.ofString()).isEmpty();
    }

    private <T> T send(HttpRequest.Builder request, BodyHandler<T> body) throws IOException, InterruptedException {
        HttpResponse<T> response = http.send(request.build(), body);
        if (response.statusCode() != 200) {
            throw new IOException("the server said " + response.statusCode());
        }
        return response.body();
    }

    /** Expressions that were looked up in the filter. */
    long lookups() {
        return lookups.sum();
    }

    FuseFilter<String> generation() {
        return generation;
    }
}
