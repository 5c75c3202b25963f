package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/meters.md has all meters with their tags and units, all events with their fields, and no others. */
class MetersDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/meters.md");

    /** A word in code. */
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final Pattern CELLS = Pattern.compile("\\s*\\|\\s*");

    @TempDir
    Path directory;

    /** The cells of a row whose first one begins like this, by the first one. */
    private static Map<String, List<String>> rows(String prefix) throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith("| `" + prefix))
                .map(line -> CELLS.splitAsStream(line).skip(1).toList())
                .collect(Collectors.toMap(
                        cells -> words(cells.get(0)).iterator().next(), cells -> cells, (a, b) -> b, TreeMap::new));
    }

    private static Set<String> words(String text) {
        return CODE.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Meter> meters() throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Everything everything = new Everything(registry, directory)) {
            assertThat(everything).isNotNull();
            FilterMeters.of(
                            "blocked",
                            Filters.fuse(KeyEncoder.int64()).targetFpp(0.01).build(List.of(1L)))
                    .bindTo(registry);
            return registry.getMeters();
        }
    }

    @Test
    void meters_all_areInTheTables() throws IOException {
        Map<String, Set<String>> documented = new TreeMap<>();
        for (List<String> row : rows("bloomery.").values()) {
            Set<String> described = words(row.get(3));
            String unit = row.get(2);
            described.add("unit " + (unit.isEmpty() ? "none" : unit));
            described.add("type " + row.get(1));
            documented.put(words(row.get(0)).iterator().next(), described);
        }
        Map<String, Set<String>> registered = new TreeMap<>();
        for (Meter meter : meters()) {
            Meter.Id id = meter.getId();
            Set<String> described = registered.computeIfAbsent(id.getName(), name -> new TreeSet<>());
            described.add("unit " + (id.getBaseUnit() == null ? "none" : id.getBaseUnit()));
            described.add("type " + id.getType().name().toLowerCase(Locale.ROOT));
            id.getTags().stream()
                    .filter(tag -> !tag.getKey().equals("name"))
                    .flatMap(tag -> Stream.of(tag.getKey(), tag.getValue()))
                    .forEach(described::add);
        }
        assertThat(documented).isEqualTo(registered);
    }

    @Test
    void events_all_areInTheTable() throws IOException {
        assertThat(meters()).as("all that makes events was used").isNotEmpty();
        Set<String> common = Set.of("startTime", "duration", "eventThread", "stackTrace");
        Map<String, Set<String>> recorded = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .filter(type -> type.getName().startsWith("dev.bloomery."))
                .collect(Collectors.toMap(
                        EventType::getName,
                        type -> type.getFields().stream()
                                .map(ValueDescriptor::getName)
                                .filter(field -> !common.contains(field))
                                .collect(Collectors.toCollection(TreeSet::new))));
        Map<String, Set<String>> documented = rows("dev.bloomery.").entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, row -> words(row.getValue().get(2))));
        assertThat(documented).hasSize(4).isEqualTo(recorded);
    }
}
