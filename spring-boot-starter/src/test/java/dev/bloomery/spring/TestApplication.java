package dev.bloomery.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A web application on a port of its own, and a client for it. */
record TestApplication(ConfigurableApplicationContext context) implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Whatever Boot finds, but what most of these tests do not need, and what would look for the entities of others. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
                "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
                "org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration",
                "org.springframework.boot.data.redis.autoconfigure.health.DataRedisHealthContributorAutoConfiguration",
                "org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration"
            })
    static class Empty {}

    /** What came back. */
    record Answer(int status, String body) {}

    static TestApplication start(List<String> properties, Class<?>... configurations) {
        return new TestApplication(builder(properties, configurations).run());
    }

    static SpringApplicationBuilder builder(List<String> properties, Class<?>... configurations) {
        List<String> all = new ArrayList<>(List.of(
                "server.port=0",
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=*",
                "management.endpoint.health.show-details=always",
                "management.endpoint.health.probes.enabled=true"));
        all.addAll(properties);
        return new SpringApplicationBuilder(Empty.class).sources(configurations).properties(all.toArray(String[]::new));
    }

    Answer get(String path) {
        return get(port(), path);
    }

    static Answer get(int port, String path) {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)));
    }

    Answer post(String path, String body) {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    int port() {
        return Integer.parseInt(String.valueOf(context.getEnvironment().getProperty("local.server.port")));
    }

    @Override
    public void close() {
        context.close();
    }
}
