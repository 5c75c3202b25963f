package dev.bloomery.samples.crawler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.embedded.RedisExecProvider;

/** A Redis that begins and ends with this application. Yours has {@code spring.data.redis.host} instead. */
@Configuration
@ConditionalOnBooleanProperty("sample.embedded")
class EmbeddedRedis {
    private static final Log LOG = LogFactory.getLog(EmbeddedRedis.class);

    @Bean
    Server redis() {
        return Server.start();
    }

    @Bean
    DataRedisConnectionDetails connectionDetails(Server redis) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of("127.0.0.1", redis.port());
            }
        };
    }

    /** A process that keeps everything in memory. */
    record Server(Process process, int port) implements AutoCloseable {

        static Server start() {
            try {
                String program = RedisExecProvider.defaultProvider().get().getAbsolutePath();
                int port = freePort();
                Process process = new ProcessBuilder(
                                program, "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                        .redirectErrorStream(true)
                        .start();
                Scanner log = new Scanner(process.getInputStream(), StandardCharsets.UTF_8);
                while (!log.nextLine().contains("Ready to accept connections")) {}
                LOG.info("Redis on port " + port);
                return new Server(process, port);
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
