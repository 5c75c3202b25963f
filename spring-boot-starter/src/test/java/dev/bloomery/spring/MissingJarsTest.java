package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.spring.autoconfigure.BloomeryActuatorAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryMethodsAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications without one of the optional jars. */
class MissingJarsTest {
    private static final String[] GATE = BareApplication.GATE;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.springframework.boot.actuate",
                "org.springframework.boot.health",
                "org.springframework.boot.sql",
                "org.springframework.jdbc",
                "org.springframework.transaction",
                "org.springframework.orm",
                "org.springframework.data.redis",
                "com.zaxxer.hikari",
                "org.hibernate",
                "jakarta.persistence",
                "io.lettuce",
                "redis.clients.jedis",
                "org.aspectj",
                "io.micrometer",
                "dev.bloomery.micrometer",
                "dev.bloomery.jdbc",
                "dev.bloomery.redis"
            })
    void context_withoutPackage_starts(String missing) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        BloomeryAutoConfiguration.class,
                        BloomeryActuatorAutoConfiguration.class,
                        BloomeryMethodsAutoConfiguration.class,
                        BloomeryTransactionAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(missing))
                .withPropertyValues(GATE)
                .run(context -> assertThat(context).hasNotFailed().hasBean("users"));
    }

    @Test
    void jdbcOrRedis_excludedAndWanted_isAFault() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BloomeryAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("dev.bloomery.jdbc"))
                .withPropertyValues(GATE)
                .withPropertyValues(
                        "bloomery.gates.others.keys=text",
                        "bloomery.gates.others.filter=cuckoo capacity=1000 fpp=0.001",
                        "bloomery.gates.others.store.jdbc.table=a",
                        "bloomery.gates.others.store.jdbc.column=b",
                        "bloomery.gates.others.writers=only-this-process")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("needs the module bloomery-jdbc, which was excluded"));
    }

    /** A filtered class loader hides names only; here the jars are really missing, all that are optional at once. */
    @Test
    void application_onTheClassPathOfBootAlone_starts() throws Exception {
        List<String> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            String name = Path.of(entry).getFileName().toString();
            boolean isOurs = entry.endsWith("classes")
                    && !entry.contains("testkit")
                    && !entry.contains("jdbc")
                    && !entry.contains("redis");
            if (isOurs
                    || name.matches("bloomery-(core|gate)-.*")
                    || name.matches("(spring-(core|beans|context|aop|expression)|spring-boot|spring-boot-autoconfigure|"
                            + "commons-logging|hash4j|jspecify|micrometer-(observation|commons))-[0-9.]+[.]jar")) {
                path.add(entry);
            }
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(File.pathSeparator, path),
                        BareApplication.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains("RESULT true false");
    }
}
