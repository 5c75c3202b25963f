package dev.bloomery.spring;

import dev.bloomery.gate.Gate;
import dev.bloomery.spring.autoconfigure.BloomeryActuatorAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryMethodsAutoConfiguration;
import dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration;
import java.util.Arrays;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The application of a process that has Boot and nothing else. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    BloomeryAutoConfiguration.class,
    BloomeryActuatorAutoConfiguration.class,
    BloomeryMethodsAutoConfiguration.class,
    BloomeryTransactionAutoConfiguration.class
})
public class BareApplication {
    static final String[] GATE = {
        "bloomery.gates.users.keys=text",
        "bloomery.gates.users.filter=cuckoo capacity=1000 fpp=0.001",
        "bloomery.gates.users.store=memory",
        "bloomery.gates.users.writers=only-this-process"
    };

    /** Starts, asks, and says what it got. */
    public static void main(String... args) {
        System.out.println("RESULT " + answers());
    }

    /** Whether a key is there that is, and one that is not. */
    public static String answers() {
        SpringApplication application = new SpringApplication(BareApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        try (ConfigurableApplicationContext context =
                application.run(Arrays.stream(GATE).map(one -> "--" + one).toArray(String[]::new))) {
            @SuppressWarnings("unchecked")
            Gate<String> gate = context.getBean("users", Gate.class);
            gate.addIfAbsent("ada");
            return gate.contains("ada") + " " + gate.contains("bob");
        }
    }
}
