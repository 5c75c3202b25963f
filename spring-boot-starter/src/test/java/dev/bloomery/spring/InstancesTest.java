package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.MappedFilter;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.WindowedFilter;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockServletContext;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;

/** Each kind of instance out of properties, and how code gets at it. */
class InstancesTest {
    @TempDir
    private Path directory;

    private record Visit(long user) {}

    private record Product(String name) {}

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        KeyEncoder<Visit> visits() {
            return (visit, sink) -> sink.putLong(visit.user());
        }

        @Bean
        KeyStore<Visit> visitStore() {
            return new MemoryStore<>();
        }

        @Bean
        Loader<Long, Product> productLoader() {
            return new Loader<>() {
                @Override
                public Optional<Product> load(Long key) {
                    return key == 7 ? Optional.of(new Product("seven")) : Optional.empty();
                }

                @Override
                public long scan(Consumer<? super Long> sink) {
                    sink.accept(7L);
                    return 1;
                }
            };
        }
    }

    private static ApplicationContextRunner runner(String... properties) {
        return new ApplicationContextRunner()
                .withUserConfiguration(Beans.class)
                .withConfiguration(AutoConfigurations.of(BloomeryAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    private static String[] gate(String name, String keys, String... more) {
        String prefix = "bloomery.gates." + name + ".";
        List<String> all = new ArrayList<>(List.of(
                prefix + "keys=" + keys,
                prefix + "filter=cuckoo capacity=1000 fpp=0.01",
                prefix + "writers=only-this-process"));
        for (String one : more) {
            all.add(prefix + one);
        }
        return all.toArray(String[]::new);
    }

    static class ByType {
        final Gate<Long> numbers;
        final Gate<String> users;

        /** One gate has longs; of the two with strings the name of the parameter decides. */
        ByType(Gate<Long> numbers, Gate<String> users) {
            this.numbers = numbers;
            this.users = users;
        }
    }

    static class ByQualifier {
        final Gate<String> gate;

        ByQualifier(@Qualifier("seenUrls") Gate<String> gate) {
            this.gate = gate;
        }
    }

    @Test
    void gates_several_areInjectedByTypeThenNameThenQualifier() {
        runner(gate("users", "text", "store=memory"))
                .withPropertyValues(gate("seen-urls", "text", "store=memory"))
                .withPropertyValues(gate("ids", "int64", "store=memory"))
                .withUserConfiguration(ByType.class, ByQualifier.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    ByType byType = context.getBean(ByType.class);
                    assertThat(byType.numbers).isSameAs(context.getBean("ids"));
                    assertThat(byType.users).isSameAs(context.getBean("users"));
                    assertThat(context.getBean(ByQualifier.class).gate).isSameAs(context.getBean("seenUrls"));
                    assertThat(byType.users.name()).contains("users");
                    assertThat(byType.users.addIfAbsent("ada")).isTrue();
                    assertThat(byType.users.contains("ada")).isTrue();
                    assertThat(byType.users.contains("bob")).isFalse();
                });
    }

    static class WrongType {
        WrongType(Gate<UUID> ids) {}
    }

    /** The control: the generic type is looked at. */
    @Test
    void gate_ofOtherKeys_isNotInjected() {
        runner(gate("ids", "int64", "store=memory"))
                .withUserConfiguration(WrongType.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("No qualifying bean of type 'dev.bloomery.gate.Gate<java.util.UUID>'"));
    }

    @Test
    void gate_ofOwnKeys_hasTheTypeOfTheEncoder() {
        runner(gate("visited", "visits", "store.bean=visitStore"))
                .withUserConfiguration(OfVisits.class)
                .run(context -> {
                    Gate<Visit> gate = context.getBean(OfVisits.class).visited;
                    assertThat(gate.addIfAbsent(new Visit(1))).isTrue();
                    assertThat(context.getBean(OfVisits.class).store.contains(new Visit(1)))
                            .isTrue();
                });
    }

    static class OfVisits {
        final Gate<Visit> visited;
        final KeyStore<Visit> store;

        OfVisits(Gate<Visit> visited, KeyStore<Visit> store) {
            this.visited = visited;
            this.store = store;
        }
    }

    static class OfProducts {
        final LoadingGate<Long, Product> products;

        OfProducts(LoadingGate<Long, Product> products) {
            this.products = products;
        }
    }

    @Test
    void loadingGate_loadsAndHasTheTypeOfTheLoader() {
        runner(gate("products", "int64", "loader=productLoader"))
                .withUserConfiguration(OfProducts.class)
                .run(context -> {
                    LoadingGate<Long, Product> gate = context.getBean(OfProducts.class).products;
                    assertThat(gate.get(7L)).contains(new Product("seven"));
                    assertThat(gate.get(8L)).isEmpty();
                });
    }

    @Test
    void gate_windowedInMemory_expires() {
        runner(gate("seen", "text", "store=memory", "filter=windowed capacity=1000 fpp=0.01"))
                .run(context -> {
                    ExpiringGate<?> gate = context.getBean("seen", ExpiringGate.class);
                    assertThat(gate.state()).isIn(GateState.ACTIVE, GateState.BUILDING);
                });
    }

    @Test
    void store_memoryInPropertiesOfATest_replacesThatOfTheApplication() {
        runner(gate(
                        "users",
                        "text",
                        "store.jdbc.table=users",
                        "store.jdbc.column=name",
                        "writers=postgres-feed",
                        "store=memory"))
                .run(context -> assertThat(context).hasNotFailed().hasBean("users"));
    }

    @Test
    void filters_inMemory_haveTheTypeOfTheirKind() {
        runner(
                        "bloomery.filters.seen.keys=text",
                        "bloomery.filters.seen.filter=bloom capacity=100 fpp=0.01",
                        "bloomery.filters.mine.keys=int64",
                        "bloomery.filters.mine.filter=cuckoo capacity=100",
                        "bloomery.defaults.fpp=0.001",
                        "bloomery.defaults.hardened=true")
                .run(context -> {
                    BloomFilter<?> seen = context.getBean("seen", BloomFilter.class);
                    assertThat(seen.spec().toString()).contains("fpp=0.01", "hash=siphash-2-4");
                    assertThat(context.getBean("mine", CuckooFilter.class)
                                    .spec()
                                    .toString())
                            .contains("fpp=0.001", "hash=siphash-2-4");
                });
    }

    /** One of each kind, by the type under which code asks for it. */
    static class Kinds {
        final CountingBloomFilter<Long> counted;
        final ScalableBloomFilter<String> growing;
        final WindowedFilter<UUID> recent;
        final DurableWindowedFilter<String> kept;

        Kinds(
                CountingBloomFilter<Long> counted,
                ScalableBloomFilter<String> growing,
                WindowedFilter<UUID> recent,
                DurableWindowedFilter<String> kept) {
            this.counted = counted;
            this.growing = growing;
            this.recent = recent;
            this.kept = kept;
        }
    }

    @Test
    void filters_ofEachKind_areInjectedByTheirType() {
        runner(
                        "bloomery.filters.a.keys=int64",
                        "bloomery.filters.a.filter=counting-bloom capacity=100 fpp=0.01",
                        "bloomery.filters.b.keys=text",
                        "bloomery.filters.b.filter=scalable-bloom first=100 fpp=0.01",
                        "bloomery.filters.c.keys=uuid",
                        "bloomery.filters.c.filter=windowed capacity=100 window=PT1H fpp=0.01",
                        "bloomery.filters.d.keys=text",
                        "bloomery.filters.d.filter=windowed capacity=100 window=PT1H fpp=0.01",
                        "bloomery.filters.d.directory=" + directory.resolve("kept"))
                .withUserConfiguration(Kinds.class)
                .run(context -> {
                    Kinds kinds = context.getBean(Kinds.class);
                    UUID key = new UUID(1, 2);
                    kinds.counted.add(7L);
                    kinds.growing.add("a");
                    kinds.recent.add(key);
                    kinds.kept.add("a");
                    assertThat(kinds.counted.remove(7L)).isTrue();
                    assertThat(kinds.counted.mightContain(7L)).isFalse();
                    assertThat(kinds.growing.mightContain("a")).isTrue();
                    assertThat(kinds.recent.mightContain(key)).isTrue();
                    assertThat(kinds.kept.mightContain("a")).isTrue();
                });
    }

    @Test
    void loadingGate_customized_takesWhatTheBeanSays() {
        runner(gate("products", "int64", "loader=productLoader"))
                .withBean(
                        GateCustomizer.class,
                        () -> GateCustomizer.ofLoading(
                                "products", builder -> builder.longestDrain(Duration.ofMillis(-1))))
                .run(context -> assertThat(context)
                        .as("the builder was asked")
                        .getFailure()
                        .hasStackTraceContaining("longestDrain"));
    }

    @Test
    void filters_inDirectories_outliveTheContext() {
        String[] properties = {
            "bloomery.filters.sent.keys=text",
            "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
            "bloomery.filters.sent.directory=" + directory.resolve("a/sent"),
            "bloomery.filters.sent.sync=every 1s",
            "bloomery.filters.taken.keys=text",
            "bloomery.filters.taken.filter=cuckoo capacity=100 fpp=0.01",
            "bloomery.filters.taken.directory=" + directory.resolve("taken")
        };
        runner(properties).withUserConfiguration(Durable.class).run(context -> {
            context.getBean(Durable.class).sent.add("a");
            assertThat(context).getBean("taken").isInstanceOf(DurableRemovableFilter.class);
        });
        runner(properties).withUserConfiguration(Durable.class).run(context -> {
            assertThat(context.getBean(Durable.class).sent.mightContain("a")).isTrue();
            assertThat(context.getBean(Durable.class).sent.recovery().cleanClose())
                    .as("the context closed it")
                    .isTrue();
        });
    }

    static class Durable {
        final DurableFilter<String> sent;

        Durable(DurableFilter<String> sent) {
            this.sent = sent;
        }
    }

    @Test
    void filters_ofFiles_answerFromThem() throws IOException {
        BloomFilter<String> built =
                Filters.bloom(KeyEncoder.utf8()).capacity(100).targetFpp(0.001).build();
        built.add("bad");
        Path file = directory.resolve("blocked.bloom");
        built.snapshotTo(file);
        runner(
                        "bloomery.filters.blocked.keys=text",
                        "bloomery.filters.blocked.snapshot=file:" + file,
                        "bloomery.filters.blocked.mapped=true",
                        "bloomery.filters.loaded.keys=text",
                        "bloomery.filters.loaded.snapshot=" + file)
                .run(context -> {
                    @SuppressWarnings("unchecked")
                    MappedFilter<String> mapped = context.getBean("blocked", MappedFilter.class);
                    assertThat(mapped.mightContain("bad")).isTrue();
                    assertThat(mapped.mightContain("good")).isFalse();
                    assertThat(context.getBean("loaded", Snapshotable.class)).isInstanceOf(BloomFilter.class);
                });
    }

    static class OfFamily {
        final FilterFamily<String, Long> read;

        OfFamily(FilterFamily<String, Long> read) {
            this.read = read;
        }
    }

    @Test
    void families_inADirectory_outliveTheContext() {
        String[] properties = {
            "bloomery.families.read.owners=text",
            "bloomery.families.read.keys=int64",
            "bloomery.families.read.fpp=0.01",
            "bloomery.families.read.memory-budget=4MB",
            "bloomery.families.read.directory=" + directory.resolve("read")
        };
        runner(properties)
                .withUserConfiguration(OfFamily.class)
                .run(context -> context.getBean(OfFamily.class).read.add("anna", 7L));
        runner(properties).withUserConfiguration(OfFamily.class).run(context -> {
            assertThat(context.getBean(OfFamily.class).read.mightContain("anna", 7L))
                    .isTrue();
            assertThat(context.getBean(OfFamily.class).read.mightContain("anna", 8L))
                    .isFalse();
        });
    }

    @Test
    void customizers_byName_areAskedAfterTheProperties() {
        List<String> asked = new CopyOnWriteArrayList<>();
        runner(gate("users", "text", "store=memory", "longest-drain=1s"))
                .withPropertyValues(gate("others", "text", "store=memory"))
                .withBean(
                        "byName",
                        GateCustomizer.class,
                        () -> GateCustomizer.of("users", builder -> {
                            builder.longestDrain(Duration.ofSeconds(2));
                            asked.add("users");
                        }))
                .withBean("forAll", GateCustomizer.class, () -> new GateCustomizer() {
                    @Override
                    public void customize(String name, dev.bloomery.gate.GateBuilder<?> builder) {
                        asked.add("all " + name);
                    }
                })
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(asked).containsExactlyInAnyOrder("users", "all users", "all others");
                });
    }

    @Test
    void customizer_ofNoGate_keepsTheApplicationFromStarting() {
        runner(gate("users", "text", "store=memory"))
                .withBean("byName", GateCustomizer.class, () -> GateCustomizer.of("user", builder -> {}))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "a GateCustomizer is for the gate 'user', which is not in the properties"));
    }

    @Test
    void contexts_twoInOneJvm_haveGatesOfTheirOwn() {
        runner(gate("users", "text", "store=memory"))
                .run(one -> runner(gate("users", "text", "store=memory")).run(two -> {
                    Gate<?> first = one.getBean("users", Gate.class);
                    assertThat(two.getBean("users", Gate.class)).isNotSameAs(first);
                    two.close();
                    assertThat(first.state()).isNotEqualTo(GateState.CLOSED);
                }));
    }

    /** A web context that can be refreshed again and again, as devtools and some containers do. */
    @Test
    void context_refreshed_closesItsInstancesAndMakesThemAnew() {
        String sent = directory.resolve("sent").toString();
        try (var context = new AnnotationConfigWebApplicationContext()) {
            context.setServletContext(new MockServletContext());
            List<String> properties = new ArrayList<>(List.of(gate("users", "text", "store=memory")));
            properties.addAll(List.of(
                    "bloomery.filters.sent.keys=text",
                    "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
                    "bloomery.filters.sent.directory=" + sent));
            TestPropertyValues.of(properties).applyTo(context.getEnvironment());
            context.register(Beans.class, BloomeryAutoConfiguration.class, Durable.class);
            context.refresh();
            Gate<?> first = context.getBean("users", Gate.class);
            context.getBean(Durable.class).sent.add("a");
            context.refresh();
            assertThat(first.state()).isEqualTo(GateState.CLOSED);
            assertThat(context.getBean("users", Gate.class).state()).isNotEqualTo(GateState.CLOSED);
            assertThat(context.getBean(Durable.class).sent.mightContain("a"))
                    .as("the directory was free again")
                    .isTrue();
        }
    }

    /** Otherwise the directory would stay locked in this process, and the next try would fail for another reason. */
    @Test
    void context_thatFailsLate_closesWhatItOpened() {
        String[] properties = {
            "bloomery.filters.sent.keys=text",
            "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
            "bloomery.filters.sent.directory=" + directory.resolve("sent")
        };
        runner(properties)
                .withUserConfiguration(Durable.class, FailsLate.class)
                .run(context -> assertThat(context).hasFailed());
        runner(properties)
                .withUserConfiguration(Durable.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    static class FailsLate {
        FailsLate(Durable needed) {
            throw new IllegalStateException("not today");
        }
    }

    @Test
    void context_withoutProperties_hasNoInstances() {
        runner().run(context ->
                assertThat(context).hasNotFailed().doesNotHaveBean(Gate.class).doesNotHaveBean(BloomFilter.class));
    }
}
