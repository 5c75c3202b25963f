package dev.bloomery.spring.internal.actuator;

import dev.bloomery.redis.SharedFilter;
import dev.bloomery.redis.SharedInfo;
import dev.bloomery.redis.SharedState;
import dev.bloomery.redis.SharedStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/** What shared filters show. Whoever calls it asks {@link Possible} first, because the module may be missing. */
final class SharedView {
    private SharedView() {}

    /** Whether there can be shared filters. Apart from what needs their classes. */
    static final class Possible {
        static final boolean IS_POSSIBLE =
                ClassUtils.isPresent("dev.bloomery.redis.SharedFilter", Possible.class.getClassLoader());

        private Possible() {}
    }

    /** All of them. */
    static Map<String, Object> all(ListableBeanFactory beans) {
        Map<String, Object> views = new LinkedHashMap<>();
        beans.getBeansOfType(SharedFilter.class).forEach((name, filter) -> views.put(name, of(filter)));
        return views;
    }

    /** The states of all of them. */
    static Map<String, Object> states(ListableBeanFactory beans) {
        Map<String, Object> states = new LinkedHashMap<>();
        beans.getBeansOfType(SharedFilter.class)
                .forEach((name, filter) -> states.put(name, filter.state().name()));
        return states;
    }

    /** Whether one of these states keeps a filter from saying no. */
    static boolean isAnyDegraded(Map<String, Object> states) {
        return states.values().stream().anyMatch(state -> !state.equals(SharedState.CURRENT.name()));
    }

    /** One of them; null: this is none. */
    static @Nullable Map<String, Object> ofBean(@Nullable Object bean) {
        return bean instanceof SharedFilter<?> filter ? of(filter) : null;
    }

    private static Map<String, Object> of(SharedFilter<?> filter) {
        SharedInfo info = filter.info();
        SharedStatistics statistics = filter.statistics();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("type", "SharedFilter");
        view.put("name", info.name());
        view.put("state", info.state().name());
        view.put("spec", info.spec().toString());
        view.put("generations", info.generations());
        view.put("memoryBytes", info.memoryBytes());
        view.put("currentFpp", info.currentFpp());
        view.put("no", statistics.no());
        view.put("maybe", statistics.maybe());
        view.put("unknown", statistics.unknown());
        view.put("added", statistics.added());
        view.put("failed", statistics.failed());
        return view;
    }
}
