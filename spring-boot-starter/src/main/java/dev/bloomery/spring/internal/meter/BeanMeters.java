package dev.bloomery.spring.internal.meter;

import dev.bloomery.MembershipFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.micrometer.FilterMeters;
import dev.bloomery.micrometer.GateMeters;
import dev.bloomery.micrometer.SharedMeters;
import dev.bloomery.redis.SharedFilter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The meters of all gates, filters, families and shared filters that are beans, under the names of the beans. Spring binds them when all
 * beans are made, and closes this with the application: then they are taken out of the registries.
 */
public final class BeanMeters implements MeterBinder, AutoCloseable {
    private static final boolean REDIS =
            ClassUtils.isPresent("dev.bloomery.redis.SharedFilter", BeanMeters.class.getClassLoader());

    private final ListableBeanFactory beans;
    private final List<Runnable> closers = new CopyOnWriteArrayList<>();

    /** For the beans of this application. */
    public BeanMeters(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        beans.getBeansOfType(AnyGate.class, false, true).forEach((name, gate) -> {
            GateMeters meters = GateMeters.of(name, gate);
            meters.bindTo(registry);
            closers.add(meters::close);
        });
        beans.getBeansOfType(MembershipFilter.class, false, true)
                .forEach((name, filter) -> bind(registry, FilterMeters.of(name, filter)));
        beans.getBeansOfType(FilterFamily.class, false, true)
                .forEach((name, family) -> bind(registry, FilterMeters.of(name, family)));
        if (REDIS) {
            OfRedis.bind(beans, registry, closers);
        }
    }

    private void bind(MeterRegistry registry, FilterMeters meters) {
        meters.bindTo(registry);
        closers.add(meters::close);
    }

    /** Apart, because the module may be missing. */
    private static final class OfRedis {
        static void bind(ListableBeanFactory beans, MeterRegistry registry, List<Runnable> closers) {
            beans.getBeansOfType(SharedFilter.class, false, true).forEach((name, filter) -> {
                SharedMeters meters = SharedMeters.of(name, filter);
                meters.bindTo(registry);
                closers.add(meters::close);
            });
        }
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
        closers.clear();
    }
}
