package dev.bloomery.redis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.RedisExecProvider;

/** The server that the tests start: that of the environment, or the one that comes with the build. */
final class RedisExecutable {
    /** Names another server, a valkey-server for example. */
    static final String VARIABLE = "BLOOMERY_REDIS_SERVER";

    private static final File FOUND = find();

    private RedisExecutable() {}

    static String path() {
        return FOUND.getAbsolutePath();
    }

    /** Of Redis 6.2, the oldest that is supported, whatever the environment says. */
    static String oldest() {
        return Oldest.FOUND.toString();
    }

    private static final class Oldest {
        static final Path FOUND = unpacked();

        private static Path unpacked() {
            String system = System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
            String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
            String patch = system.equals("linux") && machine.equals("arm64") ? "6.2.7" : "6.2.6-v5";
            String name = "redis-server-" + patch + "-" + system + "-" + machine;
            try (InputStream content = ClassLoader.getSystemResourceAsStream(name)) {
                if (content == null) {
                    throw new IllegalStateException("the build has no " + name);
                }
                Path file = Files.createTempFile("bloomery-redis-oldest", "");
                file.toFile().deleteOnExit();
                Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
                if (!file.toFile().setExecutable(true)) {
                    throw new IllegalStateException(file + " cannot be made executable");
                }
                return file;
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    private static File find() {
        String given = System.getenv(VARIABLE);
        if (given != null && !given.isEmpty()) {
            File file = new File(given);
            if (!file.canExecute()) {
                throw new IllegalStateException(VARIABLE + " is " + given
                        + ", which is no program; set it to a redis-server or a valkey-server");
            }
            return file;
        }
        try {
            return RedisExecProvider.defaultProvider().get();
        } catch (IOException | RuntimeException notForThisMachine) {
            throw new IllegalStateException(
                    "the build has no Redis for this machine; install Redis 6.2 or newer, or Valkey, and set "
                            + VARIABLE + " to its server",
                    notForThisMachine);
        }
    }
}
