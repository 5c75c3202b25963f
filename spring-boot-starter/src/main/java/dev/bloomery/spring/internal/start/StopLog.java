package dev.bloomery.spring.internal.start;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import java.util.Locale;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/** Logs one line for each gate that is about to be closed: what it was, and whether the next start needs a scan. */
public final class StopLog implements DestructionAwareBeanPostProcessor {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");

    private final ObjectProvider<Plans> plans;

    /** For these plans. */
    public StopLog(ObjectProvider<Plans> plans) {
        this.plans = plans;
    }

    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof AnyGate;
    }

    @Override
    public void postProcessBeforeDestruction(Object bean, String beanName) {
        if (!(bean instanceof AnyGate<?> gate)) {
            return;
        }
        plans.ifAvailable(all -> all.gates().stream()
                .filter(plan -> plan.beanName().equals(beanName))
                .findAny()
                .ifPresent(plan -> LOG.info(line(plan, gate))));
    }

    private static String line(GatePlan plan, AnyGate<?> gate) {
        GateState state = gate.state();
        long keys = gate.quickInfo().map(info -> info.insertions()).orElse(0L);
        boolean isKept = plan.directory() != null && state == GateState.ACTIVE;
        return String.format(
                Locale.ROOT,
                "gate %s is closed: it was %s, with %,d keys in its filter; the next start %s",
                plan.name(),
                state,
                keys,
                isKept ? "needs no scan" : "begins with a scan");
    }
}
