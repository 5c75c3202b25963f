package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.BloomFilter;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runtime that was made without the module {@code jdk.jfr}: durable filters and gates work, and tell nobody. */
class WithoutFlightRecorderTest {
    @TempDir
    Path temporary;

    @Test
    void gate_inARuntimeWithoutTheModule_worksAllTheSame() throws Exception {
        assertThat(run("--limit-modules", "java.base")).isEqualTo("no jdk.jfr; ok");
    }

    /** The control. */
    @Test
    void gate_inAWholeRuntime_hasTheModule() throws Exception {
        assertThat(run()).isEqualTo("jdk.jfr; ok");
    }

    @Test
    void gate_asAModuleWithoutTheModule_worksAllTheSame() throws Exception {
        List<String> libraries = places().collect(Collectors.toCollection(ArrayList::new));
        libraries.remove(place(InMemoryStore.class));
        assertThat(run(
                        "--module-path",
                        String.join(File.pathSeparator, libraries),
                        "--add-modules",
                        "dev.bloomery.gate",
                        "--limit-modules",
                        "dev.bloomery.gate",
                        "--patch-module",
                        "dev.bloomery.gate=" + place(InMemoryStore.class),
                        "--module",
                        "dev.bloomery.gate/" + Main.class.getName()))
                .isEqualTo("no jdk.jfr; ok");
    }

    private String run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(Arrays.asList(options));
        if (!command.contains("--module")) {
            command.addAll(
                    List.of("-cp", places().collect(Collectors.joining(File.pathSeparator)), Main.class.getName()));
        }
        command.add(temporary.resolve("filter").toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private static Stream<String> places() {
        return Stream.of(Gate.class, InMemoryStore.class, BloomFilter.class, Hashing.class)
                .map(WithoutFlightRecorderTest::place);
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** What runs there: everything that makes an event. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) {
            boolean jfr = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
            InMemoryStore store = new InMemoryStore();
            boolean right = store.insert(1L);
            try (Gate<Long> gate = Gate.over(
                            store,
                            DurableFilters.in(Path.of(arguments[0]), KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6)))
                    .writers(StoreWriters.onlyThisProcess())
                    .openWarm(keys -> {})) {
                right &= gate.contains(1L) && !gate.contains(2L) && gate.addIfAbsent(2L);
                gate.markIncomplete();
                right &= gate.contains(2L) && gate.state() == GateState.DEGRADED;
                right &= gate.rebuild().keys() == 2;
            }
            System.out.print((jfr ? "jdk.jfr; " : "no jdk.jfr; ") + (right ? "ok" : "wrong answer"));
        }
    }
}
