package dev.bloomery.spring.internal.start;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.properties.StartMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.Ordered;

/**
 * Keeps the application from being ready until the gates that start warm are. The port is open by then and the application is alive: only
 * readiness waits.
 *
 * <p>It waits for no gate that another process has open as well: in a rolling update that process stops only when this one is ready.
 */
public final class WarmStart implements ApplicationRunner, Ordered {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");
    private static final long LOOK_MILLIS = 50;

    private final Plans plans;
    private final BeanFactory beans;

    /** For these plans. */
    public WarmStart(Plans plans, BeanFactory beans) {
        this.plans = plans;
        this.beans = beans;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void run(ApplicationArguments args) throws InterruptedException {
        List<GatePlan> warm = plans.gates().stream()
                .filter(plan -> plan.start() == StartMode.WARM)
                .toList();
        long begin = System.nanoTime();
        for (GatePlan plan : warm) {
            await(plan, beans.getBean(plan.beanName(), AnyGate.class), begin);
        }
    }

    private static void await(GatePlan plan, AnyGate<?> gate, long begin) throws InterruptedException {
        Duration limit = plan.warmTimeout();
        while (gate.state() != GateState.ACTIVE) {
            if (gate.state() == GateState.CLOSED) {
                return;
            }
            if (isOpenElsewhere(gate)) {
                LOG.warn(
                        "gate " + plan.name()
                                + " is open in another process as well, as in a rolling update; this application is ready, and asks the store for everything until the gate is alone");
                return;
            }
            if (System.nanoTime() - begin > limit.toNanos()) {
                LOG.warn("gate " + plan.name() + " is not warm after " + limit
                        + " (warm-timeout); this application is ready, and asks the store for everything until it is. "
                        + gate);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private static boolean isOpenElsewhere(AnyGate<?> gate) {
        return gate.statistics().problems().stream()
                .map(GateProblem::kind)
                .anyMatch(kind -> kind == GateProblem.Kind.ANOTHER_GATE);
    }
}
