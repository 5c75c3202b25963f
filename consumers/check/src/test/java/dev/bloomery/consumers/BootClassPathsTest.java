package dev.bloomery.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The stores on the class path of an application of each line of Spring Boot, which chooses the versions of the clients
 * of Redis and of the drivers of databases. Redis: the contract of stores, one server, a cluster and sentinels, and
 * lookups under load. SQLite and PostgreSQL: gates over tables; MariaDB: writes by both drivers.
 */
class BootClassPathsTest {
    private static final long MINUTES = 5;
    /** The oldest clients have as many lookups under load as the newest have in {@code redis}; those between have fewer. */
    private static final String OLDEST = "boot-3.5";

    private static final Path REDIS = Consumer.ALL.resolve("../redis").normalize();
    private static final Path JDBC = Consumer.ALL.resolve("../jdbc").normalize();

    private static final List<String> TESTS = List.of(
            "dev.bloomery.redis.RedisKeyStoreContractTest",
            "dev.bloomery.redis.ClusterContractTest",
            "dev.bloomery.redis.SentinelTest",
            "dev.bloomery.redis.LettuceClusterSettingsTest",
            "dev.bloomery.redis.SentOnceTest",
            "dev.bloomery.redis.RedisStressTest#lookups_besideWritesAndRebuilds_noWrongAnswer(dev.bloomery.redis.Client)",
            "dev.bloomery.jdbc.JdbcLoaderTest",
            "dev.bloomery.jdbc.MySqlWritesTest");

    @TempDir
    private static Path outputs;

    private static final Map<String, Process> RUNS = new LinkedHashMap<>();

    /** All at once: much of what they do is waiting. */
    @BeforeAll
    static void start() throws IOException {
        for (String boot : List.of(OLDEST, "boot-4.0", "boot-4.1")) {
            List<String> path = new ArrayList<>();
            path.add(testClasses(REDIS));
            path.add(testClasses(JDBC));
            path.add(testClasses(Consumer.ALL.resolve("check")));
            path.addAll(Consumer.of(boot).runtimePath());
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dbloomery.stress.lookups=" + (boot.equals(OLDEST) ? 100_000 : 20_000),
                    "-cp",
                    String.join(File.pathSeparator, path),
                    TestRun.class.getName()));
            command.addAll(TESTS);
            RUNS.put(
                    boot,
                    new ProcessBuilder(command)
                            .directory(JDBC.toFile()) // where the programs of MariaDB are unpacked
                            .redirectErrorStream(true)
                            .redirectOutput(outputs.resolve(boot).toFile())
                            .start());
        }
    }

    private static String testClasses(Path module) {
        return module.resolve("target/test-classes").toString();
    }

    @AfterAll
    static void stop() {
        RUNS.values().forEach(run -> {
            run.descendants().forEach(ProcessHandle::destroyForcibly); // servers
            run.destroyForcibly();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "boot-3.5, jedis-6.0.0, lettuce-core-6.6.0.RELEASE, mariadb-java-client-3.5.8",
        "boot-4.0, jedis-7.0.0, lettuce-core-6.8.2.RELEASE, mariadb-java-client-3.5.10",
        "boot-4.1, jedis-7.4.1, lettuce-core-7.5.2.RELEASE, mariadb-java-client-3.5.10",
    })
    void stores_withTheClientsOfBoot_keepTheirContract(String boot, String jedis, String lettuce, String mariaDb)
            throws Exception {
        assertThat(Consumer.of(boot).runtimePath().stream()
                        .map(jar -> Path.of(jar).getFileName().toString()))
                .contains(jedis + ".jar", lettuce + ".jar", mariaDb + ".jar", "mysql-connector-j-9.7.0.jar");
        Process run = RUNS.get(boot);
        assertThat(run.waitFor(MINUTES, TimeUnit.MINUTES)).as("ended in time").isTrue();
        List<String> output = Files.readAllLines(outputs.resolve(boot));
        assertThat(run.exitValue())
                .as(() -> String.join(System.lineSeparator(), output))
                .isZero();
        assertThat(results(output))
                .singleElement()
                .asString()
                .contains(" 0 failed")
                .doesNotContain(" 0 passed");
    }

    private static Stream<String> results(List<String> output) {
        return output.stream().filter(line -> line.startsWith(TestRun.RESULT));
    }
}
