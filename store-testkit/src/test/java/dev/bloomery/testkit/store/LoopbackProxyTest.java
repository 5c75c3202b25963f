package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With a server that answers each line with itself, and notes it. */
class LoopbackProxyTest {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private LoopbackProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        startDaemon(() -> {
            while (true) {
                Socket socket = server.accept();
                startDaemon(() -> echo(socket));
            }
        });
        proxy = LoopbackProxy.to(server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void startDaemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                // the test is over, or the connection is cut
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void echo(Socket socket) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            received.add(line);
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static void send(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(Socket socket) throws IOException {
        socket.setSoTimeout(5_000);
        String line =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("end of stream");
        }
        return line;
    }

    @Test
    void pass_all_reachesTheServerAndComesBack() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "one");
            assertThat(answer(socket)).isEqualTo("one");
        }
    }

    @Test
    void cutBeforeRequest_text_neverReachesTheServer() throws Exception {
        proxy.cutBeforeRequest("COMMIT");
        try (Socket socket = connect()) {
            send(socket, "one");
            assertThat(answer(socket)).isEqualTo("one");
            send(socket, "COMMIT");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> answer(socket));
        }
        assertThat(proxy.hasCut()).isTrue();
        assertThat(received.poll(1, TimeUnit.SECONDS)).isEqualTo("one");
        assertThat(received.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void cutAfterRequest_text_reachesTheServerAlone() throws Exception {
        proxy.cutAfterRequest("COMMIT");
        try (Socket socket = connect()) {
            send(socket, "COMMIT");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> answer(socket));
        }
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo("COMMIT");
    }

    @Test
    void silence_openConnection_staysOpenWithoutAnAnswer() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "one");
            assertThat(answer(socket)).isEqualTo("one");
            proxy.silence();
            send(socket, "two");
            socket.setSoTimeout(200);
            assertThatExceptionOfType(SocketTimeoutException.class)
                    .isThrownBy(() -> socket.getInputStream().read());
            proxy.heal();
            send(socket, "three");
            assertThat(answer(socket)).isEqualTo("three");
        }
    }

    @Test
    void refuse_thenHeal_newConnectionsPass() throws Exception {
        proxy.refuse();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
            try (Socket socket = connect()) {
                send(socket, "one");
                answer(socket);
            }
        });
        proxy.heal();
        try (Socket socket = connect()) {
            send(socket, "two");
            assertThat(answer(socket)).isEqualTo("two");
        }
    }
}
