package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurlLinesTest {
    private static final String PAGE = """
            # Page

            ## one

            ```
            $ curl -s localhost:8080/a
            {"n":1,
             "ok":true}
            $ curl -s -X PUT -H 'A: b c' \\
                -d '{"x y":1}' localhost:8080/echo | grep x
            PUT b c {"x y":1}
            ```

            ```
            mvn verify
            ```

            ## two

            ```
            $ curl -s localhost:8080/other
            ```
            """;

    @TempDir
    private Path directory;

    private List<CurlLines.Command> commands(String heading) throws IOException {
        return CurlLines.of(Files.writeString(directory.resolve("page.md"), PAGE), heading);
    }

    @Test
    void of_page_hasTheCommandsOfItsSection() throws IOException {
        assertThat(commands("one"))
                .containsExactly(
                        new CurlLines.Command("curl -s localhost:8080/a", "{\"n\":1,\n \"ok\":true}\n"),
                        new CurlLines.Command(
                                "curl -s -X PUT -H 'A: b c'      -d '{\"x y\":1}' localhost:8080/echo | grep x",
                                "PUT b c {\"x y\":1}\n"));
        assertThat(commands("two")).hasSize(1);
        assertThatThrownBy(() -> commands("three")).hasMessageContaining("no heading '## three'");
    }

    @Test
    void run_command_sendsWhatCurlWouldSend() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> answer(server));
            CurlLines.Command command = commands("one").get(1);
            assertThat(command.run(server.getLocalPort())).isEqualTo("x of the answer");
            assertThat(request.get(30, TimeUnit.SECONDS))
                    .startsWith("PUT /echo HTTP/1.1")
                    .contains("\nA: b c\n")
                    .endsWith("{\"x y\":1}");
        }
    }

    /** What came in. */
    private static String answer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder request = new StringBuilder();
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                request.append(line).append('\n');
            }
            for (int i = 0; i < "{'x y':1}".length(); i++) {
                request.append((char) in.read());
            }
            socket.getOutputStream()
                    .write("HTTP/1.1 409 Conflict\r\nContent-Length: 27\r\n\r\nno\nx of the answer\nnor that"
                            .getBytes(StandardCharsets.UTF_8));
            return request.toString();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Test
    void comparable_answers_differInWordsOnly() {
        assertThat(CurlLines.comparable("{\"a\": 1.5,\n \"b\": true}"))
                .isEqualTo(CurlLines.comparable("{\"a\":20E-3,\"b\":true}"))
                .isNotEqualTo(CurlLines.comparable("{\"a\":1,\"b\":false}"))
                .isNotEqualTo(CurlLines.comparable("{\"c\":1,\"b\":true}"));
    }
}
