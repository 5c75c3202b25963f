package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications without one of the optional jars. */
class MissingJarsTest {
    private static final String[] GATE = BareApplication.GATE;

    /** The jar is really not there, so that a class that needs it unasked fails as it would in an application. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring-boot-actuator(-autoconfigure)?",
                "spring-boot-health",
                "spring-boot-sql",
                "spring-jdbc",
                "spring-tx",
                "spring-orm",
                "spring-data-redis",
                "HikariCP",
                "hibernate-core",
                "jakarta.persistence-api",
                "lettuce-core",
                "jedis",
                "aspectjweaver",
                "micrometer-core",
                "bloomery-micrometer",
                "bloomery-jdbc",
                "bloomery-redis"
            })
    void application_withoutJar_starts(String missing) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!isOf(missing, Path.of(entry))) {
                path.add(Path.of(entry).toUri().toURL());
            }
        }
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Object answers = loader.loadClass(BareApplication.class.getName())
                    .getMethod("answers")
                    .invoke(null);
            assertThat(answers).isEqualTo("true false");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Whether an entry of the class path is of this artifact: a jar, or the classes of a module of this build. */
    private static boolean isOf(String artifact, Path entry) {
        String module = artifact.replaceFirst("^bloomery-", "");
        return entry.getFileName().toString().matches(artifact + "-[0-9].*[.]jar")
                || (!module.equals(artifact) && entry.endsWith(Path.of(module, "target", "classes")));
    }

    @Test
    void jars_ofTheTestAbove_areOnTheClassPath() throws Exception {
        List<Path> path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        var names = getClass()
                .getDeclaredMethod("application_withoutJar_starts", String.class)
                .getAnnotation(ValueSource.class)
                .strings();
        assertThat(names).allSatisfy(name -> assertThat(path).anyMatch(entry -> isOf(name, entry)));
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
