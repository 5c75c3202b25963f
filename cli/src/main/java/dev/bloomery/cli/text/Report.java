package dev.bloomery.cli.text;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Results with names, in the order they were put: aligned lines for people, one line of JSON for machines. */
public final class Report {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** With a text. */
    public Report put(String name, String value) {
        values.put(name, value);
        return this;
    }

    /** With a count. */
    public Report put(String name, long value) {
        values.put(name, value);
        return this;
    }

    /** With a probability, rate or ratio. */
    public Report put(String name, double value) {
        values.put(name, value);
        return this;
    }

    /** With a yes or no. */
    public Report put(String name, boolean value) {
        values.put(name, value);
        return this;
    }

    /** With parts of its own. */
    public Report put(String name, Iterable<Report> parts) {
        values.put(name, parts);
        return this;
    }

    /** One line of JSON; names are written in camel case. */
    public String toJson() {
        StringBuilder json = new StringBuilder("{");
        String separator = "";
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            json.append(separator)
                    .append(Json.quoted(Json.name(entry.getKey())))
                    .append(':');
            separator = ",";
            json.append(valueToJson(entry.getValue()));
        }
        return json.append('}').toString();
    }

    private static String valueToJson(Object value) {
        if (value instanceof Iterable<?> parts) {
            StringBuilder json = new StringBuilder("[");
            String separator = "";
            for (Object part : parts) {
                json.append(separator).append(((Report) part).toJson());
                separator = ",";
            }
            return json.append(']').toString();
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? number.toString() : "null";
        }
        return value instanceof String text ? Json.quoted(text) : value.toString();
    }

    /** A line for each value, without those that have parts. */
    @Override
    public String toString() {
        int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> {
            if (!(value instanceof Iterable<?>)) {
                text.append(text.isEmpty() ? "" : "\n");
                text.append(String.format(Locale.ROOT, "%-" + (width + 2) + "s%s", name, shown(value)));
            }
        });
        return text.toString();
    }

    private static String shown(Object value) {
        if (value instanceof Long count) {
            return String.format(Locale.ROOT, "%,d", count);
        }
        if (value instanceof Double number) {
            return Figures.of(number);
        }
        if (value instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        return value.toString();
    }
}
