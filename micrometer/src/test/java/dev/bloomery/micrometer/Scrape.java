package dev.bloomery.micrometer;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What a registry shows at one moment, by {@code name{tags}}, of timers by {@code name{tags}.count} and {@code name{tags}.nanos}.
 *
 * @param values with the tags in alphabetical order, without the tag {@code name}
 */
record Scrape(Map<String, Double> values) {

    /** Of the meters with this value of the tag {@code name}. */
    static Scrape of(MeterRegistry registry, String name) {
        Map<String, Double> values = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            if (!name.equals(meter.getId().getTag("name"))) {
                continue;
            }
            if (meter instanceof FunctionTimer timer) {
                values.put(text(meter) + ".count", timer.count());
                values.put(text(meter) + ".nanos", (double) Math.round(timer.totalTime(TimeUnit.NANOSECONDS)));
            } else {
                values.put(text(meter), meter.measure().iterator().next().getValue());
            }
        }
        return new Scrape(values);
    }

    private static String text(Meter meter) {
        String tags = meter.getId().getTags().stream()
                .filter(tag -> !tag.getKey().equals("name"))
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .sorted()
                .collect(Collectors.joining(","));
        return meter.getId().getName() + (tags.isEmpty() ? "" : "{" + tags + "}");
    }

    /** The value; fails if there is none. */
    double of(String meter) {
        Double value = values.get(meter);
        if (value == null) {
            throw new AssertionError("no '" + meter + "' among " + values.keySet());
        }
        return value;
    }

    /** All whose names begin like this. */
    Map<String, Double> under(String prefix) {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    }

    /** The meters, without their values. */
    List<String> meters() {
        return List.copyOf(values.keySet());
    }
}
