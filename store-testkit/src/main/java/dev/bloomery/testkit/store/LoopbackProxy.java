package dev.bloomery.testkit.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A network between a client and a server on this machine that fails when it is told to: slow, cut, refusing, or silent.
 *
 * <p>What it is told holds for connections that are open and for those that come, until it is told otherwise. For any number of threads.
 */
public final class LoopbackProxy implements Closeable {
    private enum Mode {
        PASS,
        REFUSE,
        SILENT
    }

    /** When to cut: a part of what the client sends is seen. */
    private record Trap(String text, boolean deliver) {}

    private final int serverPort;
    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Trap> trap = new AtomicReference<>();
    private volatile Mode mode = Mode.PASS;
    private volatile long delayNanos;
    private volatile boolean closed;

    private LoopbackProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        listening = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /**
     * Begins to listen.
     *
     * @param serverPort the port of the server on the loopback address
     */
    public static LoopbackProxy to(int serverPort) throws IOException {
        return new LoopbackProxy(serverPort);
    }

    /** Where clients connect to, on the loopback address. */
    public int port() {
        return listening.getLocalPort();
    }

    /** How many connections are open. */
    public int connections() {
        return links.size();
    }

    /** All is well again; connections that were cut stay so. */
    public void heal() {
        trap.set(null);
        delayNanos = 0;
        mode = Mode.PASS;
    }

    /** Whatever passes, either way, is held up so long. */
    public void delay(Duration time) {
        delayNanos = time.toNanos();
    }

    /** Resets all connections that are open. */
    public void cut() {
        links.forEach(Link::reset);
    }

    /** As if the server were down: resets all connections and those that come. */
    public void refuse() {
        mode = Mode.REFUSE;
        cut();
    }

    /** Half open: connections stay, and new ones are accepted, but nothing passes any more. What was swallowed is lost. */
    public void silence() {
        mode = Mode.SILENT;
    }

    /** The next time a client sends this text, its connection is reset and the server never gets it. */
    public void cutBeforeRequest(String text) {
        trap.set(new Trap(text, false));
    }

    /** The next time a client sends this text, the server gets it, but before it can answer the connection is reset towards the client. */
    public void cutAfterRequest(String text) {
        trap.set(new Trap(text, true));
    }

    /** Whether what was to be cut next has come. */
    public boolean hasCut() {
        return trap.get() == null;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listening.close();
        cut();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = listening.accept();
                if (mode == Mode.REFUSE) {
                    reset(client);
                } else {
                    connect(client);
                }
            } catch (IOException over) {
                if (!closed) {
                    throw new UncheckedIOException(over);
                }
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        } catch (IOException down) {
            reset(client);
            reset(server);
            return;
        }
        Link link = new Link(client, server);
        links.add(link);
        start("to server", link::toServer);
        start("to client", link::toClient);
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, "loopback-proxy " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // it is
        }
    }

    /** One connection through the proxy. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        /** Nothing goes to the client any more, not even the end of the server's side. */
        private volatile boolean deaf;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void reset() {
            LoopbackProxy.reset(client);
            LoopbackProxy.reset(server);
            links.remove(this);
        }

        void toServer() {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (!holdUp()) {
                        continue;
                    }
                    Trap sprung = sprungBy(buffer, n);
                    if (sprung != null) {
                        spring(sprung, out, buffer, n);
                        return;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException over) {
                // the other side, or a cut
            }
            reset();
        }

        private void spring(Trap sprung, OutputStream out, byte[] buffer, int n) throws IOException {
            deaf = true;
            if (sprung.deliver()) {
                out.write(buffer, 0, n);
                out.flush();
                server.shutdownOutput(); // after all that was sent: the server reads it before it sees the end
            } else {
                LoopbackProxy.reset(server);
            }
            LoopbackProxy.reset(client);
        }

        private @Nullable Trap sprungBy(byte[] buffer, int n) {
            Trap set = trap.get();
            if (set == null || !new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains(set.text())) {
                return null;
            }
            return trap.compareAndSet(set, null) ? set : null;
        }

        void toClient() {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (holdUp() && !deaf) {
                        out.write(buffer, 0, n);
                    }
                }
            } catch (IOException over) {
                // the other side, or a cut
            }
            reset();
        }

        /** False: it is swallowed. */
        private boolean holdUp() throws IOException {
            long nanos = delayNanos;
            if (nanos > 0) {
                try {
                    TimeUnit.NANOSECONDS.sleep(nanos);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            }
            return mode != Mode.SILENT;
        }
    }
}
