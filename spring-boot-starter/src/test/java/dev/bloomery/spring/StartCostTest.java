package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/** What the starter costs an application that has no instances: processor time, beside the same application without it. */
class StartCostTest {
    private static final int RUNS = 9;

    private static final String[] OURS = {
        "BloomeryAutoConfiguration",
        "BloomeryActuatorAutoConfiguration",
        "BloomeryMethodsAutoConfiguration",
        "BloomeryTransactionAutoConfiguration"
    };

    private static long millis(String... arguments) {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        SpringApplication application = new SpringApplication(TestApplication.Empty.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        application.run(arguments).close();
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / 1_000_000;
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    @Test
    void application_withoutInstances_startsAlmostAsFast() {
        String without = Arrays.stream(OURS)
                .map(name -> "dev.bloomery.spring.autoconfigure." + name)
                .collect(Collectors.joining(","));
        String source = "--spring.datasource.url=jdbc:h2:mem:cost";
        List<Long> bare = new ArrayList<>();
        List<Long> ours = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            bare.add(millis(source, "--spring.main.banner-mode=off", "--spring.autoconfigure.exclude=" + without));
            ours.add(millis(source, "--spring.main.banner-mode=off"));
        }
        long more = median(ours) - median(bare);
        System.out.printf(
                Locale.ROOT,
                "start: %d ms of processor time without the starter, %.2f times that with it%n",
                median(bare),
                (double) median(ours) / median(bare));
        assertThat(more).as("milliseconds more").isLessThanOrEqualTo(50);
    }
}
