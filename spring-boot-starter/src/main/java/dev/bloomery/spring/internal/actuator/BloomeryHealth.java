package dev.bloomery.spring.internal.actuator;

import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.DurableState;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spring.internal.properties.BloomeryProperties.DegradedHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * UP with details. A gate that is not active is slow and exact, and a shared filter that is not current says UNKNOWN, so they leave the
 * status as it is, unless the properties say otherwise; a
 * durable filter that has failed refuses writes, and is DOWN. Only statuses that Boot knows are used: it takes one that it does not know
 * for UNKNOWN.
 */
public final class BloomeryHealth extends AbstractHealthIndicator {
    private final ListableBeanFactory beans;
    private final DegradedHealth degraded;

    /** For the beans of this application. */
    public BloomeryHealth(ListableBeanFactory beans, DegradedHealth degraded) {
        super("the health of gates and filters could not be found out");
        this.beans = beans;
        this.degraded = degraded;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        Map<String, Object> gates = new LinkedHashMap<>();
        boolean[] isAnyDegraded = {false};
        beans.getBeansOfType(AnyGate.class).forEach((name, gate) -> {
            gates.put(name, gate(gate));
            isAnyDegraded[0] |= gate.state() != GateState.ACTIVE;
        });
        Map<String, Object> filters = new LinkedHashMap<>();
        boolean[] hasAnyFailed = {false};
        beans.getBeansOfType(JournaledFilter.class).forEach((name, filter) -> {
            filters.put(name, filter.state().name());
            hasAnyFailed[0] |= filter.state() == DurableState.FAILED;
        });
        Map<String, Object> shared = new LinkedHashMap<>();
        if (SharedView.Possible.IS_POSSIBLE) {
            shared.putAll(SharedView.states(beans));
            isAnyDegraded[0] |= SharedView.isAnyDegraded(shared);
        }
        if (hasAnyFailed[0]) {
            builder.down();
        } else if (isAnyDegraded[0]) {
            builder.status(
                    switch (degraded) {
                        case UP -> Status.UP;
                        case OUT_OF_SERVICE -> Status.OUT_OF_SERVICE;
                        case DOWN -> Status.DOWN;
                    });
        }
        if (!gates.isEmpty()) {
            builder.withDetail("gates", gates);
        }
        if (!filters.isEmpty()) {
            builder.withDetail("durableFilters", filters);
        }
        if (!shared.isEmpty()) {
            builder.withDetail("shared", shared);
        }
    }

    private static Map<String, Object> gate(AnyGate<?> gate) {
        GateStatistics statistics = gate.statistics();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("state", statistics.state().name());
        view.put("fpp", GateView.fpp(statistics));
        view.put("inDoubt", statistics.inDoubt());
        gate.quickInfo().ifPresent(info -> view.put("ageSeconds", info.age().toSeconds()));
        if (!statistics.problems().isEmpty()) {
            view.put("problems", GateView.problemKinds(statistics));
        }
        return view;
    }
}
