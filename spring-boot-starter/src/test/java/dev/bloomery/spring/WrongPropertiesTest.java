package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.internal.fault.Fault;
import dev.bloomery.spring.internal.fault.InvalidPropertiesException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Properties that cannot be meant: each is refused with a sentence that says what to write, and all of them at once. */
@ExtendWith(OutputCaptureExtension.class)
class WrongPropertiesTest {
    private static final String GATE = "bloomery.gates.users.";
    private static final String FILTER = "bloomery.filters.seen.";
    private static final String SHARED = "bloomery.shared.coupons.";
    private static final String FAMILY = "bloomery.families.read.";

    /** A gate with nothing wrong; later properties replace earlier ones. */
    private static final String[] GOOD = {
        GATE + "keys=text",
        GATE + "filter=cuckoo capacity=1000 fpp=0.01",
        GATE + "store=memory",
        GATE + "writers=only-this-process"
    };

    private record Visit(long user) {}

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        KeyEncoder<Visit> visits() {
            return (visit, sink) -> sink.putLong(visit.user());
        }

        @Bean
        KeyScan<Long> numbers() {
            return sink -> 0;
        }

        @Bean
        String text() {
            return "no encoder";
        }
    }

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withUserConfiguration(Beans.class)
                .withConfiguration(AutoConfigurations.of(BloomeryAutoConfiguration.class));
    }

    private static Arguments gate(String property, String message, String... properties) {
        List<String> all = new ArrayList<>(Arrays.asList(GOOD));
        for (String one : properties) {
            String name = one.substring(0, one.indexOf('='));
            all.removeIf(good -> good.startsWith(GATE + name + "="));
            if (name.startsWith("store.")) {
                all.remove(GATE + "store=memory");
            }
            if (!one.endsWith("=<none>")) {
                all.add(GATE + one);
            }
        }
        return Arguments.of(GATE + property, message, all);
    }

    /** A shared filter with one thing wrong. */
    private static Arguments shared(String property, String message, String... properties) {
        List<String> all =
                new ArrayList<>(List.of("keys=text", "create=empty-if-missing", "filter=bloom capacity=10 fpp=0.1"));
        for (String one : properties) {
            String name = one.substring(0, one.indexOf('=') + 1);
            all.removeIf(good -> good.startsWith(name));
            if (!one.endsWith("=<none>")) {
                all.add(one);
            }
        }
        return Arguments.of(
                SHARED + property, message, all.stream().map(SHARED::concat).toList());
    }

    static Stream<Arguments> wrongShared() {
        return Stream.of(
                shared("keys", "is missing; write text, int64, uuid", "keys=<none>"),
                shared("keys", "there is no bean 'string'; write text, int64, uuid", "keys=string"),
                shared(
                        "create",
                        "there is no bean 'scan'; write empty-if-missing, or the name of a KeyScan",
                        "create=scan"),
                shared("create", "and no KeyScan", "create=text0"),
                shared("create", "has keys of java.lang.Long, and those here are java.lang.String", "create=numbers"),
                shared("filter", "is missing; write one line", "filter=<none>"),
                shared(
                        "filter",
                        "a shared filter is of the kind bloom, and 'cuckoo'",
                        "filter=cuckoo capacity=9 fpp=0.1"),
                shared("filter", "targetFpp is 5.0", "filter=bloom capacity=10 fpp=5"),
                shared("filter", "is of the layout blocked", "filter=bloom capacity=10 fpp=0.1 layout=classic"),
                shared("filter", "1.0E-9", "filter=bloom capacity=10 fpp=1e-9"),
                shared("filter", "has no effect without 'create'", "create=<none>"),
                shared("hardened", "has no effect without 'create'", "create=<none>", "filter=<none>", "hardened=true"),
                shared("server-loses", "without 'create'", "create=<none>", "filter=<none>", "server-loses=5s"),
                shared("growing", "without 'create'", "create=<none>", "filter=<none>", "growing=true"),
                shared("window", "without 'create'", "create=<none>", "filter=<none>", "window=1d"),
                shared("slices", "without 'create'", "create=<none>", "filter=<none>", "slices=8"),
                shared("clocks-within", "without 'create'", "create=<none>", "filter=<none>", "clocks-within=1m"),
                shared("shards", "without 'create'", "create=<none>", "filter=<none>", "shards=2"),
                shared("redis.name", "'a{b' is no name", "redis.name=a{b"),
                shared(
                        "redis.servers",
                        "there is no bean 'second'; write the name of a RedisServers",
                        "redis.servers=second"),
                shared(
                        "redis.key",
                        "nobody knows this property; below '" + SHARED + "redis' there are: name, servers",
                        "redis.key=a"),
                shared("consistency", "'eventually' is no level; write leased 200ms", "consistency=eventually"),
                shared("consistency", "'leased soon' is no level", "consistency=leased soon"),
                shared("consistency", "the lease is PT0.001S; use a time from 10 ms", "consistency=leased 1ms"),
                shared("consistency", "the age is PT1H; use a time from 10 ms", "consistency=stale 1h"),
                shared("server-loses", "'all' is neither 'nothing' nor a time", "server-loses=all"),
                shared("server-loses", "'2h' is neither 'nothing' nor a time from 1ms to 1h", "server-loses=2h"),
                shared("window", "use a second or more", "window=10ms"),
                shared("slices", "is 101; use 1 to 100", "window=1d", "slices=101"),
                shared("slices", "has no effect without 'window'", "slices=8"),
                shared("clocks-within", "has no effect without 'window'", "clocks-within=1m"),
                shared("clocks-within", "use a time from 0 on", "window=1d", "clocks-within=-1s"),
                shared("growing", "a filter with a window does not grow", "window=1d", "growing=true"),
                shared("shards", "is 0; use 1 to 1024", "shards=0"),
                shared("replicas", "is 11; use 0 to 10", "replicas=11"),
                shared("longest-wait", "use a time above zero", "longest-wait=0s"),
                shared("on-loss", "nobody knows this property", "on-loss=ask"));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                gate("writers", "is missing, and there is no default", "writers=<none>"),
                gate("writers", "there is no bean 'nobody'; write only-this-process, unguarded", "writers=nobody"),
                gate(
                        "writers",
                        "'postgres-feed' needs a table of PostgreSQL",
                        "store.redis.prefix=a",
                        "writers=postgres-feed"),
                gate("keys", "is missing; write text, int64, uuid", "keys=<none>"),
                gate("keys", "there is no bean 'string'; write text, int64, uuid", "keys=string"),
                gate("keys", "the bean 'text0' is", "keys=text0"),
                gate("filter", "is missing; write one line", "filter=<none>"),
                gate("filter", "unknown kind of filter 'blom'", "filter=blom capacity=10 fpp=0.01"),
                gate("filter", "targetFpp is 5.0", "filter=bloom capacity=10 fpp=5"),
                gate("filter", "is built of all its keys at once", "filter=fuse fpp=0.01"),
                gate(
                        "filter",
                        "a windowed filter forgets keys",
                        "store.redis.prefix=a",
                        "filter=windowed capacity=10 fpp=0.01 window=PT24H"),
                gate(
                        "filter",
                        "leave 'window' out",
                        "store.redis.prefix=a",
                        "store.redis.expire-after=1d",
                        "filter=windowed capacity=10 fpp=0.01 window=PT2H"),
                gate("store", "is missing; write one of store.jdbc", "store=<none>"),
                gate("store", "names several stores", "store.bean=x", "store.redis.prefix=a"),
                gate("store", "'memry' is no store", "store=memry"),
                gate("store.jdbc.table", "is missing; write the name of the table", "store.jdbc.column=name"),
                gate(
                        "store.jdbc.timeout",
                        "'soon' is no time",
                        "store.jdbc.table=a",
                        "store.jdbc.column=b",
                        "store.jdbc.timeout=soon"),
                gate(
                        "store.jdbc.type",
                        "is missing: keys of a type of yours",
                        "keys=visits",
                        "store.jdbc.table=a",
                        "store.jdbc.column=b"),
                gate(
                        "store.jdbc.data-source",
                        "there is no bean 'second'",
                        "store.jdbc.table=a",
                        "store.jdbc.column=b",
                        "store.jdbc.data-source=second"),
                gate(
                        "store.redis.skew",
                        "has no effect without 'expire-after'",
                        "store.redis.prefix=a",
                        "store.redis.skew=1s"),
                gate(
                        "store.jbdc.table",
                        "nobody knows this property; below '" + GATE + "store' there are: jdbc, redis, bean",
                        "store.jbdc.table=a",
                        "store.redis.prefix=x"),
                gate("start", "'hot' is none of background, warm, cold", "start=hot"),
                gate("warm-timeout", "has no effect without 'start: warm'", "warm-timeout=1m"),
                gate("lease", "has no effect without 'writers: postgres-feed'", "lease=1s"),
                gate(
                        "sync",
                        "'sometimes' is no policy; write always, every 1s",
                        "directory=target/a",
                        "sync=sometimes"),
                gate("sync", "has no effect without a directory", "sync=always"),
                gate("loader", "there is a store as well", "loader=visits"),
                gate("remember-false-positives", "is -1; use a number from 0", "remember-false-positives=-1"),
                gate("rebuild.when-filled-to", "is -1.0; use a share", "rebuild.when-filled-to=-1"),
                gate("rebuild.evry", "there are: every, when-filled-to", "rebuild.evry=1d"),
                Arguments.of(
                        "bloomery.gats.users.keys",
                        "below 'bloomery' there are: defaults, gates, filters",
                        List.of("bloomery.gats.users.keys=text")),
                Arguments.of(
                        "bloomery.filters.seen.mapped",
                        "add 'snapshot', or leave 'mapped' out",
                        List.of(
                                FILTER + "keys=text",
                                FILTER + "filter=bloom capacity=10 fpp=0.1",
                                FILTER + "mapped=true")),
                Arguments.of(
                        "bloomery.filters.seen.when-full",
                        "'explode' is none of warn, reject",
                        List.of(
                                FILTER + "keys=text",
                                FILTER + "filter=bloom capacity=10 fpp=0.1",
                                FILTER + "when-full=explode")),
                Arguments.of(
                        "bloomery.filters.seen.snapshot",
                        "the plan of this filter is in its file",
                        List.of(
                                FILTER + "keys=text",
                                FILTER + "filter=bloom capacity=10 fpp=0.1",
                                FILTER + "snapshot=a.flt")),
                Arguments.of(
                        "bloomery.families.read.fpp",
                        "is missing; write a probability",
                        List.of(FAMILY + "keys=text", FAMILY + "owners=int64")),
                Arguments.of(
                        "bloomery.families.read.memory-budget",
                        "is too little; use at least 1MB",
                        List.of(
                                FAMILY + "keys=text",
                                FAMILY + "owners=int64",
                                FAMILY + "fpp=0.1",
                                FAMILY + "memory-budget=1KB")),
                Arguments.of(
                        "bloomery.filters.text",
                        "the application has a bean 'text' of its own, a java.lang.String, so these properties are not used",
                        List.of(
                                "bloomery.filters.text.keys=text",
                                "bloomery.filters.text.filter=bloom capacity=10 fpp=0.1")),
                Arguments.of(
                        "bloomery.filters.users",
                        "its bean would be 'users', as that of bloomery.gates.users",
                        Stream.concat(
                                        Stream.of(GOOD),
                                        Stream.of(
                                                "bloomery.filters.users.keys=text",
                                                "bloomery.filters.users.filter=bloom capacity=10 fpp=0.1"))
                                .toList()));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource({"wrong", "wrongShared"})
    void property_wrong_isRefusedWithAdvice(String property, String message, List<String> properties) {
        runner().withBean("text0", StringBuilder.class, StringBuilder::new)
                .withPropertyValues(properties.toArray(String[]::new))
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(faults(failure))
                                .singleElement()
                                .satisfies(fault -> {
                                    assertThat(fault.property()).isEqualTo(property);
                                    assertThat(fault.message()).contains(message);
                                })));
    }

    private static List<Fault> faults(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof InvalidPropertiesException invalid) {
                return invalid.faults();
            }
        }
        throw new AssertionError("another failure", failure);
    }

    @Test
    void properties_good_areTaken() {
        runner().withPropertyValues(GOOD)
                .run(context -> assertThat(context).hasNotFailed().hasBean("users"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void application_manyFaults_areReportedAtOnceWithoutStackTrace(CapturedOutput output) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        assertThat(
                        catchThrowable(
                                () -> application.run(
                                        "--bloomery.gates.users.keys=txt",
                                        "--bloomery.gates.users.start=hot",
                                        "--bloomery.filters.seen.filter=bloom",
                                        "--bloomery.families.read.foo=1",
                                        "--bloomery.families.read.fpp=2",
                                        "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")))
                .isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("bloomery.gates.users.keys", "bloomery.gates.users.start", "bloomery.gates.users.writers")
                .contains("bloomery.filters.seen.filter", "bloomery.filters.seen.keys")
                .contains("bloomery.families.read.foo", "bloomery.families.read.owners")
                .contains("Change these properties")
                .doesNotContain("\tat ");
    }

    @Test
    void directory_openAlready_isExplained(CapturedOutput output, @TempDir Path directory) throws IOException {
        try (DurableFilter<String> open = DurableFilter.in(
                        directory.resolve("seen"), KeyEncoder.utf8(), BloomSpec.of(100, 0.01))
                .open()) {
            SpringApplication application = new SpringApplication(Application.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            assertThat(
                            catchThrowable(
                                    () -> application.run(
                                            "--bloomery.filters.seen.keys=text",
                                            "--bloomery.filters.seen.filter=bloom capacity=100 fpp=0.01",
                                            "--bloomery.filters.seen.directory=" + directory.resolve("seen"),
                                            "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")))
                    .isNotNull();
            assertThat(output).contains("The directory of a filter is open already", "give each context a 'directory'");
            assertThat(open.mightContain("a")).isFalse();
        }
    }
}
