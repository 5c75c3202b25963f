package dev.bloomery.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that keep a run: {@code results.json}, which can be read again, and {@code results.csv} for spreadsheets. Both have
 * every component of {@link Result} under its name. In JSON a figure that was not measured is null, in CSV it is empty.
 */
final class ResultFiles {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ResultFiles() {}

    static String json(Report report) {
        ObjectNode root = MAPPER.createObjectNode();
        ObjectNode environment = root.putObject("environment");
        report.environment().forEach(environment::put);
        ArrayNode results = root.putArray("results");
        report.results().forEach(result -> results.add(tree(result)));
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String csv(Report report) {
        StringBuilder text = new StringBuilder();
        report.environment()
                .forEach((name, value) -> text.append("# ")
                        .append(name)
                        .append(": ")
                        .append(value.replaceAll("\\R", " "))
                        .append('\n'));
        List<String> header = new ArrayList<>();
        for (var component : Result.class.getRecordComponents()) {
            header.add(component.getName());
        }
        text.append(String.join(",", header)).append('\n');
        for (Result result : report.results()) {
            ObjectNode tree = tree(result);
            text.append(String.join(
                            ",",
                            header.stream().map(name -> csvCell(tree.get(name))).toList()))
                    .append('\n');
        }
        return text.toString();
    }

    static Report read(Path json) throws IOException {
        JsonNode root;
        try {
            root = MAPPER.readTree(Files.readString(json));
        } catch (JsonProcessingException e) {
            throw new IOException(json + " is not JSON: " + e.getOriginalMessage(), e);
        }
        if (root == null || !root.path("results").isArray()) {
            throw new IOException(json + " has no list \"results\"; give a results.json that a run has written");
        }
        Map<String, String> environment = new LinkedHashMap<>();
        root.path("environment")
                .properties()
                .forEach(fact -> environment.put(fact.getKey(), fact.getValue().asText()));
        List<Result> results = new ArrayList<>();
        for (JsonNode node : root.get("results")) {
            results.add(result(node, json));
        }
        return new Report(environment, results);
    }

    private static ObjectNode tree(Result result) {
        ObjectNode tree = MAPPER.valueToTree(result);
        tree.properties().forEach(component -> {
            if (component.getValue().isDouble()
                    && !Double.isFinite(component.getValue().doubleValue())) {
                component.setValue(tree.nullNode()); // JSON has no NaN
            }
        });
        return tree;
    }

    private static Result result(JsonNode node, Path file) throws IOException {
        for (String name : List.of("contestant", "keyType", "keys", "askedFpp", "threads", "operation", "nanos")) {
            if (!node.has(name)) {
                throw new IOException(file + " has a result without \"" + name + "\"; give one that a run has written");
            }
        }
        return new Result(
                node.path("contestant").asText(),
                node.path("keyType").asText(),
                node.path("keys").asLong(),
                figure(node, "askedFpp"),
                node.path("threads").asInt(),
                node.path("operation").asText(),
                figure(node, "nanos"),
                figure(node, "error"),
                figure(node, "allocatedBytes"),
                figure(node, "configuredFpp"),
                figure(node, "configuredBitsPerKey"),
                figure(node, "measuredFpp"),
                figure(node, "bitsPerKey"));
    }

    private static double figure(JsonNode node, String name) {
        return node.path(name).asDouble(Double.NaN);
    }

    private static String csvCell(JsonNode value) {
        String text = value.isNull() ? "" : value.asText();
        return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
