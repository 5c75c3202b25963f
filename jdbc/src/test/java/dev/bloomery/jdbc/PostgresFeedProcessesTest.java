package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.jdbc.PostgresFeedChild.Hearing;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two gates in two processes over one table. What one process has inserted is asked of the other when the insert has returned: then the answer
 * must be yes.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresFeedProcessesTest {
    private final TestPostgres server = TestPostgres.shared();
    private final PGSimpleDataSource source = server.dataSource(server.newSchema());
    private final Map<String, Child> children = new HashMap<>();

    @BeforeAll
    void startChildren() throws IOException {
        TestPostgres.execute(source, "CREATE TABLE users (name text PRIMARY KEY)");
        children.put("left", new Child(Hearing.FED));
        children.put("right", new Child(Hearing.FED));
        children.put("trusting", new Child(Hearing.TRUSTING));
        children.put("deaf", new Child(Hearing.DEAF));
        children.values().forEach(child -> assertThat(child.hear()).isEqualTo("ready"));
    }

    @AfterAll
    void endChildren() {
        children.values().forEach(Child::close);
    }

    private Child child(String name) {
        return Objects.requireNonNull(children.get(name));
    }

    @Test
    void lookups_ofWhatOtherProcessInserted_neverNo() throws Exception {
        assertNeverNo("few", 500);
    }

    @Test
    @Tag("long")
    void lookups_ofMuchThatOtherProcessInserted_neverNo() throws Exception {
        assertNeverNo("many", 50_000);
    }

    private void assertNeverNo(String prefix, int keys) throws Exception {
        long before = child("left").answeredAlone() + child("right").answeredAlone();
        assertThat(wrongNos(child("left"), child("right"), prefix, keys)).isZero();
        assertThat(child("left").answeredAlone() + child("right").answeredAlone() - before)
                .as("lookups of absent keys that the filters answered, of %s", 2 * keys)
                .isGreaterThan(keys / 10);
    }

    @Test
    void lookups_withoutFeed_areWrong() throws Exception {
        assertThat(wrongNos(child("left"), child("deaf"), "unheard", 20)).isPositive();
    }

    @Test
    void lookups_afterProcessWasStopped_neverNo() throws Exception {
        for (int round = 0; round < 3; round++) {
            assertThat(wrongNosAfterStop(child("left"), child("right"), "round " + round))
                    .isZero();
        }
    }

    @Test
    void lookups_afterProcessWasStoppedThatIgnoresLease_areWrong() throws Exception {
        long wrong = 0;
        for (int round = 0; wrong == 0 && round < 20; round++) { // which of its threads comes first is chance
            wrong = wrongNosAfterStop(child("left"), child("trusting"), "trusted " + round);
        }
        assertThat(wrong).isPositive();
    }

    /** Each inserts, and is asked for what the other has inserted, and for keys that nobody inserts. */
    private static long wrongNos(Child left, Child right, String prefix, int keys) {
        CompletableFuture<Long> fromLeft = passOn(left, right, keys);
        CompletableFuture<Long> fromRight = passOn(right, left, keys);
        for (int i = 0; i < keys; i++) {
            left.tell("+" + prefix + " left " + i);
            right.tell("+" + prefix + " right " + i);
        }
        return fromLeft.join() + fromRight.join();
    }

    /** Reads what one says until it has inserted all and answered all: how many answers were wrong. Fails if a process ends before. */
    private static CompletableFuture<Long> passOn(Child from, Child to, int keys) {
        return CompletableFuture.supplyAsync(
                () -> {
                    long wrong = 0;
                    int inserted = 0;
                    int answered = 0;
                    while (inserted < keys || answered < 2 * keys) {
                        String line = from.hear();
                        String key = line.substring(line.indexOf(' ') + 1);
                        if (line.startsWith("inserted ")) {
                            inserted++;
                            to.tell("?" + key);
                            to.tell("?absent " + key);
                        } else {
                            answered++;
                            wrong += line.startsWith("no ") && !key.startsWith("absent") ? 1 : 0;
                        }
                    }
                    return wrong;
                },
                reading -> new Thread(reading).start());
    }

    private static long wrongNosAfterStop(Child writer, Child stopped, String prefix) throws Exception {
        stopped.signal("STOP");
        List<String> keys = IntStream.range(0, 64)
                .mapToObj(i -> prefix + " key " + i)
                .collect(Collectors.toCollection(ArrayList::new));
        keys.forEach(key -> writer.tell("+" + key));
        keys.forEach(key -> assertThat(writer.hear()).startsWith("inserted "));
        Collections.reverse(keys);
        keys.forEach(key -> stopped.tell("?" + key));
        stopped.signal("CONT");
        return keys.stream().filter(key -> stopped.hear().startsWith("no ")).count();
    }

    /** A process of {@link PostgresFeedChild}. */
    private final class Child implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;
        private final BufferedWriter input;

        Child(Hearing hearing) throws IOException {
            // under Maven this module and others are on the module path
            String classes = Stream.of("java.class.path", "jdk.module.path")
                    .map(System::getProperty)
                    .filter(path -> path != null)
                    .collect(Collectors.joining(File.pathSeparator));
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            Path.of("target", "test-classes") + File.pathSeparator + classes,
                            PostgresFeedChild.class.getName(),
                            source.getURL(),
                            String.valueOf(source.getUser()),
                            String.valueOf(source.getPassword()),
                            hearing.name())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            output = process.inputReader(StandardCharsets.UTF_8);
            input = process.outputWriter(StandardCharsets.UTF_8);
        }

        synchronized void tell(String line) {
            try {
                input.write(line + "\n");
                input.flush();
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }

        String hear() {
            try {
                String line = output.readLine();
                if (line == null) {
                    throw new IllegalStateException("the child has ended");
                }
                return line;
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }

        long answeredAlone() {
            tell("#");
            return Long.parseLong(hear().substring("alone ".length()));
        }

        void signal(String name) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
