package app;

import dev.bloomery.gate.Gate;
import dev.bloomery.spring.AbsentUnless;
import dev.bloomery.spring.GateTickets;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A web application over JPA and a gate, on a port of its own; it asks itself, prints what it sees, and ends. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Main {

    /** A service with a method that is not called for names that are certainly absent. */
    public static class Profiles {
        @AbsentUnless(gate = "usernames", key = "#name")
        public Optional<String> find(String name) {
            return Optional.of("profile of " + name);
        }
    }

    @Bean
    Profiles profiles() {
        return new Profiles();
    }

    public static void main(String[] args) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                Main.class,
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=jdbc:h2:mem:users;DB_CLOSE_DELAY=-1",
                "--spring.jpa.hibernate.ddl-auto=create",
                "--spring.jpa.open-in-view=false",
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always",
                "--management.health.redis.enabled=false",
                "--bloomery.gates.usernames.keys=text",
                "--bloomery.gates.usernames.filter=cuckoo capacity=1000 fpp=0.0001",
                "--bloomery.gates.usernames.store.jdbc.table=USERS",
                "--bloomery.gates.usernames.store.jdbc.column=NAME",
                "--bloomery.gates.usernames.writers=unguarded",
                "--bloomery.gates.usernames.start=warm")) {
            say("boot", SpringBootVersion.getVersion());
            @SuppressWarnings("unchecked")
            Gate<String> usernames = context.getBean("usernames", Gate.class);
            say("state", usernames.state());
            EntityManager entities =
                    SharedEntityManagerCreator.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
            TransactionTemplate transactions =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            User ada = new User();
            ada.name = "ada";
            transactions.executeWithoutResult(status -> entities.persist(ada));
            say("inserted", usernames.contains("ada"));
            transactions.executeWithoutResult(status -> {
                context.getBean(GateTickets.class).adding(usernames, "bob");
                status.setRollbackOnly();
            });
            say("rolled back", usernames.isCertainlyAbsent("bob"));
            Profiles profiles = context.getBean(Profiles.class);
            say("called", profiles.find("ada").isPresent());
            say("not called", profiles.find("eve").isEmpty());
            transactions.executeWithoutResult(status -> entities.remove(entities.find(User.class, ada.id)));
            say("removed", usernames.isCertainlyAbsent("ada"));
            String port = context.getEnvironment().getProperty("local.server.port");
            say("endpoint", get(port, "/actuator/bloomery/usernames").contains("\"state\":\"ACTIVE\""));
            say(
                    "meters",
                    get(port, "/actuator/prometheus").contains("bloomery_gate_state{name=\"usernames\",state=\"active\"} 1"));
            say("health", get(port, "/actuator/health").contains("\"bloomery\""));
        }
        say("closed", true);
    }

    private static String get(String port, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void say(String what, Object value) {
        System.out.println("SAW " + what + " = " + value);
    }
}
