package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.autoconfigure.BloomeryActuatorAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryMethodsAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration;
import dev.bloomery.spring.internal.aot.NativeHints;
import dev.bloomery.spring.internal.properties.BloomeryProperties;
import dev.bloomery.spring.internal.properties.StoreProperties;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.ResolvableType;
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

    /** Every class that is bound or looked for by name must be among the hints, or a native image would not have it. */
    @Test
    void hints_ofProperties_nameEveryTypeThatIsBound() {
        RuntimeHints hints = new RuntimeHints();
        new NativeHints().registerHints(hints, getClass().getClassLoader());
        Set<Class<?>> records = new HashSet<>();
        addRecords(BloomeryProperties.class, records);
        assertThat(records).hasSizeGreaterThan(8);
        assertThat(records)
                .allSatisfy(type -> assertThat(RuntimeHintsPredicates.reflection()
                                .onConstructorInvocation(type.getDeclaredConstructors()[0])
                                .test(hints))
                        .as(type.getName())
                        .isTrue());
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(StoreProperties.class, "valueOf")
                        .test(hints))
                .isTrue();
        assertThat(RuntimeHintsPredicates.reflection().onType(String.class).test(hints))
                .as("the control")
                .isFalse();
    }

    private static void addRecords(Class<?> type, Set<Class<?>> records) {
        if (type.isRecord() && records.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                addRecords(
                        ResolvableType.forType(component.getGenericType())
                                .as(Map.class)
                                .getGeneric(1)
                                .resolve(component.getType()),
                        records);
            }
        }
    }

    @Test
    void hints_ofClassesThatAreLookedForByName_nameThemAll() throws IOException {
        RuntimeHints hints = new RuntimeHints();
        new NativeHints().registerHints(hints, getClass().getClassLoader());
        List<String> names = new ArrayList<>();
        for (String source : List.of(
                "store/FoundServers",
                "store/PlainSource",
                "plan/StorePlanReader",
                "plan/SharedPlanReader",
                "plan/Values",
                "meter/BeanMeters",
                "actuator/SharedView")) {
            String text = Files.readString(Path.of("src/main/java/dev/bloomery/spring/internal/" + source + ".java"));
            Pattern.compile("\"((org|io|com|redis|dev)([.][a-z]+)+[.][A-Z][A-Za-z]+)\"")
                    .matcher(text)
                    .results()
                    .forEach(found -> names.add(found.group(1)));
        }
        assertThat(names).hasSizeGreaterThan(7);
        assertThat(names)
                .allSatisfy(name -> assertThat(RuntimeHintsPredicates.reflection()
                                .onType(TypeReference.of(name))
                                .test(hints))
                        .as(name)
                        .isTrue());
    }

    /** A service whose method is found by its annotation. */
    public static class Guarded {
        @AbsentUnless(gate = "seenVisits", key = "#visit")
        public Optional<String> find(Visit visit) {
            return Optional.of("seen");
        }
    }

    @Test
    void hints_ofAnApplication_haveMethodsWithAbsentUnlessAndTheProperties() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", PROPERTIES));
            context.register(
                    Beans.class,
                    Guarded.class,
                    BloomeryAutoConfiguration.class,
                    BloomeryMethodsAutoConfiguration.class);
            TestGenerationContext generation = new TestGenerationContext();
            Object unused = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            RuntimeHints hints = generation.getRuntimeHints();
            assertThat(RuntimeHintsPredicates.reflection()
                            .onMethodInvocation(Guarded.class, "find")
                            .test(hints))
                    .isTrue();
            assertThat(RuntimeHintsPredicates.reflection()
                            .onType(BloomeryProperties.class)
                            .test(hints))
                    .isTrue();
        }
    }
}
