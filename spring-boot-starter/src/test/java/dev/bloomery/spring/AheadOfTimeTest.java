package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.autoconfigure.BloomeryActuatorAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryMethodsAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

/** Bean definitions that are processed ahead of time, as for a native image, and run on this JVM. Public, as its keys must be: generated code names them. */
public class AheadOfTimeTest {
    private static final Map<String, Object> PROPERTIES = Map.of(
            "bloomery.gates.seen-visits.keys", "visits",
            "bloomery.gates.seen-visits.filter", "cuckoo capacity=1000 fpp=0.001",
            "bloomery.gates.seen-visits.store", "memory",
            "bloomery.gates.seen-visits.writers", "only-this-process",
            "bloomery.filters.blocked.keys", "text",
            "bloomery.filters.blocked.filter", "bloom capacity=100 fpp=0.001");

    /** A key of a user. */
    public record Visit(long user) {}

    /** What a user defines. */
    @Configuration(proxyBeanMethods = false)
    public static class Beans {
        @Bean
        public KeyEncoder<Visit> visits() {
            return (visit, sink) -> sink.putLong(visit.user());
        }

        @Bean
        public Uses uses(Gate<Visit> seenVisits) {
            return new Uses(seenVisits);
        }
    }

    /** What a user injects. */
    public record Uses(Gate<Visit> seenVisits) {}

    @Test
    @CompileWithForkedClassLoader // so that generated code is in the packages of ours
    void definitions_processedAheadOfTime_makeTheSameBeans() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", PROPERTIES));
        context.register(
                Beans.class,
                BloomeryAutoConfiguration.class,
                BloomeryActuatorAutoConfiguration.class,
                BloomeryMethodsAutoConfiguration.class,
                BloomeryTransactionAutoConfiguration.class);
        TestGenerationContext generation = new TestGenerationContext();
        var initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            @SuppressWarnings("unchecked")
            ApplicationContextInitializer<GenericApplicationContext> made =
                    compiled.getInstance(ApplicationContextInitializer.class, initializer.reflectionName());
            try (GenericApplicationContext fresh = new GenericApplicationContext()) {
                fresh.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", PROPERTIES));
                made.initialize(fresh);
                fresh.refresh();
                Gate<Visit> gate = fresh.getBean(Uses.class).seenVisits();
                assertThat(gate.addIfAbsent(new Visit(1))).isTrue();
                assertThat(gate.contains(new Visit(1))).isTrue();
                assertThat(fresh.containsBean("blocked")).isTrue();
            }
        });
        context.close();
    }
}
