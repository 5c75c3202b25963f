package dev.bloomery.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The text form of a spec, taken apart: a kind and {@code name=value} pairs. */
record SpecText(String kind, Map<String, String> values) {
    private static final String SPACES = " \t\n\u000B\f\r";

    static SpecText parse(String text) {
        if (Objects.requireNonNull(text, "text").contains("seed=")) {
            // before anything of it is shown in a message
            throw new IllegalArgumentException("the text carries a seed; read it with SeededSpec.parse");
        }
        StringTokenizer parts = new StringTokenizer(text, SPACES);
        if (!parts.hasMoreTokens()) {
            throw new IllegalArgumentException("the spec is empty; write for example: " + BloomSpec.EXAMPLE);
        }
        String kind = parts.nextToken();
        Map<String, String> values = new LinkedHashMap<>();
        while (parts.hasMoreTokens()) {
            String part = parts.nextToken();
            int equals = part.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("part " + (values.size() + 2)
                        + " of the spec is not name=value; write for example: " + BloomSpec.EXAMPLE);
            }
            String name = part.substring(0, equals);
            if (values.put(name, part.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("the spec gives '" + name + "' twice");
            }
        }
        return new SpecText(kind, values);
    }

    /** Refuses names that the kind does not know: a misspelt one would be ignored otherwise. */
    void allowOnly(Set<String> names) {
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("the spec has an unknown name '" + name + "'; a " + kind
                        + " spec has: " + new TreeSet<>(names));
            }
        }
    }

    SpecText without(String name) {
        Map<String, String> others = new LinkedHashMap<>(values);
        others.remove(name);
        return new SpecText(kind, others);
    }

    /** The names whose values differ, and the kind if it does. */
    String difference(SpecText other) {
        Set<String> names = new TreeSet<>(values.keySet());
        names.addAll(other.values.keySet());
        names.removeIf(name -> Objects.equals(values.get(name), other.values.get(name)));
        if (!kind.equals(other.kind)) {
            names.add("kind");
        }
        return String.join(", ", names);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    <T> T required(String name, Function<String, T> reader) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the spec lacks " + name + "=...; write for example: " + BloomSpec.EXAMPLE);
        }
        return read(name, value, reader);
    }

    <T> T orElse(String name, Function<String, T> reader, T fallback) {
        @Nullable String value = values.get(name);
        return value == null ? fallback : read(name, value, reader);
    }

    private static <T> T read(String name, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "the spec has " + name + "=" + value + ", which is not a number that fits", notANumber);
        }
    }
}
