package dev.bloomery.samples.signup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.support.CurlLines;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as it is started by {@code samples/run sign-up}, on a port of its own. */
class SignUpApplicationTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext application;
    private static int port;

    @BeforeAll
    static void start() {
        application = SpringApplication.run(SignUpApplication.class, "--server.port=0");
        port = Integer.parseInt(application.getEnvironment().getProperty("local.server.port"));
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void curlLines_ofTheReadme_printWhatItSays() throws Exception {
        List<CurlLines.Command> commands = CurlLines.of(Path.of("../README.md"), "sign-up");
        assertThat(commands).hasSizeGreaterThan(8);
        for (CurlLines.Command command : commands) {
            assertThat(CurlLines.comparable(command.run(port)))
                    .as(command.text())
                    .isEqualTo(CurlLines.comparable(command.printed()));
        }
    }

    @Test
    void name_wantedBySeveralAtOnce_goesToOne() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int name = 0; name < 10; name++) {
                List<Future<Integer>> answers = new ArrayList<>();
                for (int person = 0; person < 4; person++) {
                    String body = "{\"name\":\"wanted" + name + "\",\"mail\":\"p" + person + "@example.org\"}";
                    answers.add(threads.submit(() -> post("/users", body)));
                }
                List<Integer> statuses = new ArrayList<>();
                for (Future<Integer> answer : answers) {
                    statuses.add(answer.get());
                }
                assertThat(statuses).containsExactlyInAnyOrder(201, 409, 409, 409);
                assertThat(get("/names/wanted" + name)).contains("\"free\":false");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void gate_afterTheStart_answersWithoutTheTable() {
        Gate<String> usernames = application.getBean("usernames", Gate.class);
        assertThat(usernames.state()).as("start: warm").isEqualTo(GateState.ACTIVE);
        SignUp signUp = application.getBean(SignUp.class);
        long asked = usernames.statistics().askedOfStore();
        for (int i = 0; i < 1_000; i++) {
            assertThat(signUp.isFree("nobody" + i)).isTrue();
        }
        assertThat(usernames.statistics().askedOfStore() - asked)
                .as("one in a hundred, if the filter were full")
                .isLessThan(50);
        assertThat(signUp.isFree("user77")).isFalse();
    }

    private static int post(String path, String body) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    private static String get(String path) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
