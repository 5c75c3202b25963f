package dev.bloomery.examples.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free port of the loopback device, which answers bytes with bytes. */
public final class LoopbackServer implements AutoCloseable {
    private static final int MAX_BODY = 1 << 20;

    static {
        // head and body of a response are two packets; without this the second waits some 40 ms for the first to be
        // acknowledged
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    /** Answers a request. */
    @FunctionalInterface
    public interface Handler {
        /**
         * The answer: empty is "not found", an exception "bad request".
         *
         * @param query what is behind the question mark, or nothing
         * @param body the body, at most a megabyte
         * @return the body of the answer
         * @throws IOException if the request makes no sense
         */
        Optional<byte[]> answer(String query, byte[] body) throws IOException;
    }

    /**
     * Starts, with nothing to serve yet.
     *
     * @throws IOException if there is no port
     */
    public LoopbackServer() throws IOException {
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Serves a path.
     *
     * @param path the path, with all below it
     * @param handler gives the answers, in several threads
     */
    public void serve(String path, Handler handler) {
        server.createContext(path, exchange -> handle(exchange, handler));
    }

    private static void handle(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            String query = exchange.getRequestURI().getQuery();
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
            Optional<byte[]> answer;
            try {
                answer = body.length > MAX_BODY ? Optional.empty() : handler.answer(query == null ? "" : query, body);
            } catch (IOException refused) {
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            byte[] bytes = answer.orElse(new byte[0]);
            exchange.sendResponseHeaders(answer.isPresent() ? 200 : 404, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /**
     * Where it is.
     *
     * @return its URI, without a path
     */
    public URI address() {
        return URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
