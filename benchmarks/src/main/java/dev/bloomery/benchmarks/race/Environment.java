package dev.bloomery.benchmarks.race;

import com.sun.management.OperatingSystemMXBean;
import dev.bloomery.benchmarks.race.process.ChildProcess;
import dev.bloomery.benchmarks.result.Names;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What figures depend on besides the code: machine, system, Java, flags, versions. Nothing that names the machine. */
final class Environment {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private Environment() {}

    static Map<String, String> of(Plan plan) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("plan", plan.name() + (plan.rounds() == 1 ? ", one round" : ", " + plan.rounds() + " rounds"));
        facts.put(
                "date",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")));
        facts.put(Names.COMMIT, Git.commit().orElse("unknown"));
        facts.put(Names.CPU, cpu() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
        caches().ifPresent(caches -> facts.put("caches", caches));
        facts.put("memory", Math.round(system.getTotalMemorySize() / 0x1p30) + " GiB");
        facts.put("os", property("os.name") + " " + property("os.version") + ", " + property("os.arch"));
        firstLine(HUGE_PAGES).ifPresent(pages -> facts.put("huge pages", pages));
        facts.put(Names.JDK, property("java.vm.name") + " " + property("java.vm.version"));
        facts.put("flags", String.join(" ", ChildProcess.FLAGS) + " -Xms=-Xmx by need");
        facts.put("libraries", Versions.all());
        return facts;
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(CPUINFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(property("os.arch"));
        } catch (IOException notLinux) {
            return property("os.arch");
        }
    }

    /** Such as {@code L1 Data 32K, L2 Unified 1024K, L3 Unified 32768K}; of instructions none. */
    private static Optional<String> caches() {
        String caches = IntStream.range(0, 8)
                .mapToObj(i -> CACHES.resolve("index" + i))
                .filter(Files::isDirectory)
                .map(cache -> firstLine(cache.resolve("type"))
                        .filter(type -> !type.equals("Instruction"))
                        .map(type -> "L" + firstLine(cache.resolve("level")).orElse("?") + " " + type + " "
                                + firstLine(cache.resolve("size")).orElse("?")))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return caches.isEmpty() ? Optional.empty() : Optional.of(caches);
    }

    private static Optional<String> firstLine(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.findFirst().map(String::strip);
        } catch (IOException missing) {
            return Optional.empty();
        }
    }
}
