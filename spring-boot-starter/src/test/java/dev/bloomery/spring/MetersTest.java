package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meters of an application, as a scrape of Prometheus prints them. */
class MetersTest {
    @TempDir
    private Path directory;

    private List<String> properties(String... more) {
        List<String> properties = new java.util.ArrayList<>(List.of(
                "spring.datasource.url=jdbc:h2:mem:meters",
                "bloomery.gates.usernames.keys=text",
                "bloomery.gates.usernames.filter=cuckoo capacity=10000 fpp=0.001",
                "bloomery.gates.usernames.store=memory",
                "bloomery.gates.usernames.start=warm",
                "bloomery.gates.usernames.writers=unguarded",
                "bloomery.filters.sent.keys=text",
                "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
                "bloomery.filters.sent.directory=" + directory.resolve("sent"),
                "bloomery.families.read.owners=text",
                "bloomery.families.read.keys=int64",
                "bloomery.families.read.fpp=0.01"));
        properties.addAll(List.of(more));
        return properties;
    }

    @Test
    @SuppressWarnings("unchecked")
    void scrape_gateDurableFilterAndFamily_areCountedByTheNamesOfTheirBeans() {
        try (TestApplication application = TestApplication.start(properties())) {
            Gate<String> usernames = application.context().getBean("usernames", Gate.class);
            assertThat(usernames.addIfAbsent("secret-ada")).isTrue();
            assertThat(usernames.contains("secret-ada")).isTrue();
            assertThat(usernames.contains("secret-eve")).isFalse();
            String scrape = application.get("/actuator/prometheus").body();
            assertThat(scrape.lines())
                    .contains("bloomery_gate_state{name=\"usernames\",state=\"active\"} 1.0")
                    .contains("bloomery_gate_lookups_total{answered_by=\"filter\",name=\"usernames\"} 1.0")
                    .contains("bloomery_gate_lookups_total{answered_by=\"store\",name=\"usernames\"} 1.0")
                    .contains("bloomery_filter_capacity_keys{name=\"sent\"} 100.0")
                    .contains("bloomery_durable_state{name=\"sent\",state=\"open\"} 1.0")
                    .anyMatch(line -> line.startsWith("bloomery_filter_keys{name=\"read\"}"));
            assertThat(scrape).doesNotContain("secret");
        }
    }

    @Test
    void scrape_metersAreSwitchedOff_hasNone() {
        try (TestApplication application = TestApplication.start(properties("bloomery.metrics.enabled=false"))) {
            assertThat(application.get("/actuator/prometheus").body())
                    .contains("jvm_memory_used_bytes")
                    .doesNotContain("bloomery_");
        }
    }

    /** Two contexts in one process have a registry each, and names do not collide. */
    @Test
    void start_twoApplications_haveMetersOfTheirOwn(@TempDir Path other) {
        try (TestApplication one = TestApplication.start(properties());
                TestApplication two =
                        TestApplication.start(properties("bloomery.filters.sent.directory=" + other.resolve("sent")))) {
            for (TestApplication application : List.of(one, two)) {
                assertThat(application.get("/actuator/prometheus").body())
                        .contains("bloomery_gate_state{name=\"usernames\",state=\"active\"} 1.0");
            }
        }
    }
}
