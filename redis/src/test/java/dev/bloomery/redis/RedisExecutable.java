package dev.bloomery.redis;

import java.io.File;
import java.io.IOException;
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
