package dev.bloomery.samples.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.samples.crawler.Claims.Instance;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Instances over one Redis, started and stopped in turn as in rolling updates, while crawlers claim URLs. */
class TwoInstancesTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    private static EmbeddedRedis.Server redis;

    private final CopyOnWriteArrayList<Instance> instances = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startRedis() {
        redis = EmbeddedRedis.Server.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    /** A running application, asked by HTTP. */
    private record Running(ConfigurableApplicationContext application, String address)
            implements Instance, AutoCloseable {
        static Running start(String... arguments) {
            String[] all = Stream.concat(
                            Stream.of(
                                    "--server.port=0",
                                    "--sample.embedded=false",
                                    "--spring.data.redis.host=127.0.0.1",
                                    "--spring.data.redis.port=" + redis.port()),
                            Stream.of(arguments))
                    .toArray(String[]::new);
            ConfigurableApplicationContext application = SpringApplication.run(CrawlerApplication.class, all);
            return new Running(
                    application,
                    "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + "/urls");
        }

        @SuppressWarnings("unchecked")
        ExpiringGate<String> gate() {
            return application.getBean("seenUrls", ExpiringGate.class);
        }

        @Override
        public List<String> claim(List<String> urls) throws Exception {
            String body = urls.stream().map(url -> '"' + url + '"').collect(Collectors.joining(",", "[", "]"));
            return TEXT.matcher(send(HttpRequest.newBuilder(URI.create(address))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
        }

        @Override
        public boolean isSeen(String url) throws Exception {
            return send(HttpRequest.newBuilder(URI.create(address + "?url=" + url)))
                    .contains("\"seen\":true");
        }

        private static String send(HttpRequest.Builder request) throws Exception {
            HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body();
        }

        @Override
        public void close() {
            application.close();
        }
    }

    /** One is there, another one comes, the first one goes; and that a second time. */
    @Test
    void urls_claimedWhileInstancesComeAndGo_areTakenOnceEach() throws Exception {
        Claims claims = new Claims("https://site.example");
        Running one = Running.start();
        awaitActive(one);
        instances.add(one);
        try {
            claims.duringEach(instances, () -> takeOver(claims, takeOver(claims, one)));
        } finally {
            instances.forEach(instance -> ((Running) instance).close());
        }
        assertThat(claims.offered()).isGreaterThan(1_000);
        assertThat(claims.takenTwice()).isEmpty();
        assertThat(claims.lost()).isEmpty();
        assertThat(claims.forgotten()).isEmpty();
    }

    private Running takeOver(Claims claims, Running old) throws Exception {
        int before = claims.offered();
        Running young = Running.start();
        instances.add(young);
        await("both write", () -> claims.offered() > before + 500);
        assertThat(List.of(old.gate().state(), young.gate().state()))
                .as("neither believes its filter while the other one writes")
                .doesNotContain(GateState.ACTIVE);
        claims.drain(instances, old);
        old.close();
        awaitActive(young);
        int alone = claims.offered();
        long answered = young.gate().statistics().answeredByFilter();
        await("it writes alone", () -> claims.offered() > alone + 200);
        assertThat(young.gate().statistics().answeredByFilter())
                .as("its filter answers again")
                .isGreaterThan(answered);
        return young;
    }

    /** The controls: instances that know nothing of each other, and two ways to claim that look right. */
    @Test
    void urls_claimedWithoutGuardOrOrder_areForgottenTakenTwiceAndLost() throws Exception {
        String[] wrong = {
            "--bloomery.gates.seen-urls.writers=unguarded",
            "--bloomery.gates.seen-urls.start=warm",
            "--bloomery.gates.seen-urls.filter=windowed capacity=1000 fpp=0.1",
            "--bloomery.gates.seen-urls.store.redis.prefix=wrong:"
        };
        try (Running one = Running.start(wrong);
                Running two = Running.start(wrong)) {
            Claims unguarded = new Claims("https://unguarded.example");
            instances.addAll(List.of(one, two));
            unguarded.duringEach(
                    instances, () -> await("wrong", () -> !unguarded.forgotten().isEmpty()));
            assertThat(unguarded.forgotten()).isNotEmpty();

            Claims checksFirst = new Claims("https://checks-first.example");
            instances.clear();
            instances.add(new ByGate(one.gate(), url -> {
                boolean isNew = !one.gate().contains(url);
                one.gate().addOrProlong(url);
                return isNew;
            }));
            checksFirst.duringEach(
                    instances,
                    () -> await("twice", () -> !checksFirst.takenTwice().isEmpty()));
            assertThat(checksFirst.takenTwice()).isNotEmpty();

            Claims believesFilter = new Claims("https://believes-filter.example");
            instances.clear();
            instances.add(new ByGate(
                    one.gate(),
                    url -> one.gate().isCertainlyAbsent(url) && one.gate().addIfAbsent(url)));
            believesFilter.duringEach(instances, () -> await("claims", () -> believesFilter.offered() > 2_000));
            assertThat(believesFilter.lost()).isNotEmpty();
        }
    }

    /** An instance that claims in a way of its own. */
    private record ByGate(ExpiringGate<String> gate, Predicate<String> claims) implements Instance {
        @Override
        public List<String> claim(List<String> urls) {
            return urls.stream().filter(claims).toList();
        }

        @Override
        public boolean isSeen(String url) {
            return gate.contains(url);
        }
    }

    private static void awaitActive(Running running) {
        await("active", () -> running.gate().state() == GateState.ACTIVE);
    }

    private static void await(String what, BooleanSupplier isSo) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new AssertionError("not so after a minute: " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
