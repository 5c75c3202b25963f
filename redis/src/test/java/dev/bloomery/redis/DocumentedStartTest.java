package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.CodeOfPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The first lines of the page about Redis work as they stand there, but for the address. */
class DocumentedStartTest {
    private static final Path PAGE = Path.of("../docs/redis.md");
    private static final List<String> IMPORTS = List.of(
            "dev.bloomery.*",
            "dev.bloomery.spec.*",
            "dev.bloomery.gate.*",
            "dev.bloomery.gate.store.*",
            "dev.bloomery.key.*",
            "dev.bloomery.redis.*",
            "java.time.Duration");
    private static final String MEMBERS = "void log(String text) {}";
    private static final String PORT = "6379";

    @TempDir
    Path directory;

    private static List<String> importsAnd(String further) {
        List<String> all = new ArrayList<>(IMPORTS);
        all.add(further);
        return all;
    }

    @Test
    void startWithLettuce_runs() throws Exception {
        try (RedisProcess server = RedisProcess.started();
                Jedis direct = server.direct()) {
            CodeOfPage.with(PAGE, "LettuceServers servers = ")
                    .changed(PORT, String.valueOf(server.port()))
                    .changed("...\n", "users.addIfAbsent(\"ada\");\n")
                    .run(importsAnd("io.lettuce.core.*"), MEMBERS, directory);
            assertThat(direct.exists("user:ada")).isTrue();
        }
    }

    @Test
    void startWithJedis_runs() throws Exception {
        try (RedisProcess server = RedisProcess.started();
                Jedis direct = server.direct()) {
            CodeOfPage.with(PAGE, "JedisServers.of(jedis)")
                    .changed(PORT, server.port() + "")
                    .changed(".open();", ".open(); store.insert(\"ada\"); jedis.close();")
                    .run(importsAnd("redis.clients.jedis.RedisClient"), MEMBERS, directory);
            assertThat(direct.exists("user:ada")).isTrue();
        }
    }
}
