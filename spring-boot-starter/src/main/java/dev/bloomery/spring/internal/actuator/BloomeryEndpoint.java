package dev.bloomery.spring.internal.actuator;

import dev.bloomery.MembershipFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.report.AuditReport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/bloomery}: the gates, filters, families and shared filters of the application, those that are beans of its own included. Operations
 * that change something need {@code management.endpoint.bloomery.access=unrestricted}.
 */
@Endpoint(id = "bloomery", defaultAccess = Access.READ_ONLY)
public final class BloomeryEndpoint {
    private final ListableBeanFactory beans;

    /** For the beans of this application. */
    public BloomeryEndpoint(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** What can be asked of a gate. */
    public enum Action {
        /** Rebuilds the filter in the background. */
        REBUILD,
        /** Scans the store for keys that the filter lacks. */
        AUDIT,
        /** Says that the store was written past the gate. */
        MARK_INCOMPLETE
    }

    /** Everything. */
    @ReadOperation
    public Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("gates", views(AnyGate.class, GateView::of));
        all.put("filters", views(MembershipFilter.class, FilterView::of));
        all.put("families", views(FilterFamily.class, FilterView::of));
        if (SharedView.Possible.IS_POSSIBLE) {
            all.put("shared", SharedView.all(beans));
        }
        return all;
    }

    private <T> Map<String, Object> views(Class<T> type, Function<T, Map<String, Object>> view) {
        Map<String, Object> views = new LinkedHashMap<>();
        beans.getBeansOfType(type).forEach((name, bean) -> views.put(name, view.apply(bean)));
        return views;
    }

    /** One of them; null: there is none of that name. */
    @ReadOperation
    public @Nullable Map<String, Object> one(@Selector String name) {
        Object bean = beans.containsBean(name) ? beans.getBean(name) : null;
        if (bean instanceof AnyGate<?> gate) {
            return GateView.of(gate);
        }
        if (bean instanceof MembershipFilter<?> filter) {
            return FilterView.of(filter);
        }
        if (bean instanceof FilterFamily<?, ?> family) {
            return FilterView.of(family);
        }
        return SharedView.Possible.IS_POSSIBLE ? SharedView.ofBean(bean) : null;
    }

    /** Does something with a gate; null: there is none of that name. */
    @WriteOperation
    public @Nullable Map<String, Object> act(@Selector String name, Action action) {
        if (!beans.containsBean(name) || !(beans.getBean(name) instanceof AnyGate<?> gate)) {
            return null;
        }
        switch (action) {
            case REBUILD -> {
                Object unused = gate.rebuildInBackground(keys -> {});
                return Map.of("rebuild", "begun");
            }
            case AUDIT -> {
                AuditReport report = gate.audit();
                return Map.of("keys", report.keys(), "missing", report.missing(), "undecided", report.undecided());
            }
            case MARK_INCOMPLETE -> {
                gate.markIncomplete();
                return Map.of("state", gate.state().name());
            }
        }
        throw new IllegalArgumentException("no such action: " + action);
    }
}
