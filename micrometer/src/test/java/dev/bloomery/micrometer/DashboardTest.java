package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in docs/grafana asks for nothing that a scrape does not print. */
class DashboardTest {
    private static final Path DASHBOARD = Path.of("../docs/grafana/bloomery.json");

    /** A metric, and what is asked of its labels. */
    private static final Pattern SELECTOR = Pattern.compile("(bloomery_\\w+)(?:\\{([^}]*)\\})?");

    /** {@code label="value"}; a comparison with a pattern names a variable of the dashboard. */
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"");

    private static final Pattern GROUPING = Pattern.compile("(?:by|on|group_left) \\(([^)]*)\\)");

    private static final Pattern LABELS = Pattern.compile(", ");

    private static JsonNode dashboard;
    private static List<String> samples;

    @BeforeAll
    static void scrape(@TempDir Path directory) throws Exception {
        dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Everything everything = new Everything(registry, directory)) {
            samples = registry.scrape()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            assertThat(everything).isNotNull();
        }
    }

    private static List<String> queries() {
        List<String> queries = new ArrayList<>();
        dashboard.findValues("expr").forEach(query -> queries.add(query.asText()));
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            if (variable.path("type").asText().equals("query")) {
                queries.add(variable.path("query").asText());
            }
        }
        return queries;
    }

    /** What a query asks for that no sample has. */
    private static List<String> missing(String query) {
        List<String> missing = new ArrayList<>();
        Matcher selector = SELECTOR.matcher(query);
        while (selector.find()) {
            String labels = selector.group(2) == null ? "" : selector.group(2);
            boolean printed = samples.stream()
                    .filter(sample -> sample.startsWith(selector.group(1) + "{"))
                    .anyMatch(sample -> has(sample, labels));
            if (!printed) {
                missing.add(selector.group());
            }
        }
        Matcher grouping = GROUPING.matcher(query);
        while (grouping.find()) {
            for (String label : LABELS.splitAsStream(grouping.group(1)).toList()) {
                // Prometheus adds the instance when it scrapes
                if (!label.equals("instance") && samples.stream().noneMatch(sample -> sample.contains(label + "=\""))) {
                    missing.add(label);
                }
            }
        }
        return missing;
    }

    private static boolean has(String sample, String labels) {
        Matcher matcher = MATCHER.matcher(labels);
        boolean all = true;
        while (matcher.find()) {
            String label = matcher.group(1) + "=\"";
            all &= sample.contains(matcher.group(2).equals("=") ? label + matcher.group(3) + "\"" : label);
        }
        return all;
    }

    @Test
    void queries_all_askForWhatAScrapePrints() {
        assertThat(queries())
                .hasSizeGreaterThan(20)
                .allSatisfy(query -> assertThat(missing(query)).as(query).isEmpty());
    }

    /** The control. */
    @Test
    void queries_withAMistake_areFound() {
        assertThat(missing("rate(bloomery_gate_lookups_total{name=~\"$name\"}[5m])"))
                .isEmpty();
        assertThat(missing("rate(bloomery_gate_lookups{name=~\"$name\"}[5m])"))
                .as("without _total")
                .hasSize(1);
        assertThat(missing("bloomery_gate_lookups_total{answered_by=\"cache\"}"))
                .as("there is no such value")
                .hasSize(1);
        assertThat(missing("bloomery_gate_state{gate=~\"$name\"}"))
                .as("there is no such label")
                .hasSize(1);
        assertThat(missing("sum by (gate) (bloomery_gate_state)")).containsExactly("gate");
        assertThat(missing("bloomery_gate_store_seconds_max{name=~\"$name\"}"))
                .as("a function timer has no maximum")
                .hasSize(1);
    }

    /** Every meter is on the dashboard, so that a new one is not forgotten. */
    @Test
    void meters_all_areOnTheDashboard() {
        String asked = String.join("\n", queries());
        TreeSet<String> printed = samples.stream()
                .map(sample -> sample.substring(0, sample.indexOf('{')))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(printed)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(asked).contains(name));
    }

    @Test
    void panels_all_sayWhatTheyShowInWhichUnit() {
        List<Integer> ids = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            ids.add(panel.path("id").asInt());
            assertThat(panel.path("title").asText()).isNotBlank();
            if (!panel.path("type").asText().equals("row")) {
                assertThat(panel.path("description").asText()).endsWith(".");
                assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
                assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
                assertThat(panel.path("targets")).isNotEmpty();
            }
        }
        assertThat(ids).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    }

    /** Of 100 lookups of absent keys, all but the false positives are avoided; the store is what must be taken from 1. */
    @Test
    void panel_ofAvoidedCalls_countsWhatTheStoreWasAskedFor() throws IOException {
        String query = queries().get(0);
        assertThat(query).startsWith("1 - sum(rate(bloomery_gate_lookups_total{name=~\"$name\",answered_by=\"store\"}");
        double store = sum("answered_by=\"store\"");
        double all = sum("");
        assertThat(1 - store / all).as("by the numbers of the scrape").isBetween(0.9, 1.0);
    }

    private static double sum(String label) {
        return samples.stream()
                .filter(sample -> sample.startsWith("bloomery_gate_lookups_total{") && sample.contains(label))
                .mapToDouble(sample -> Double.parseDouble(sample.substring(sample.lastIndexOf(' ') + 1)))
                .sum();
    }
}
