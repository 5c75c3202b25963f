package dev.bloomery.spring.internal.bean;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.DurableFilters;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.ExpiringGateBuilder;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.GateBuilder;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.LoadingGateBuilder;
import dev.bloomery.gate.RebuildPolicy;
import dev.bloomery.gate.RebuildScheduler;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WhenStoreFails;
import dev.bloomery.gate.WritersStep;
import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.GateCustomizer;
import dev.bloomery.spring.internal.event.GateEvents;
import dev.bloomery.spring.internal.plan.Expiry;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.plan.StorePlan;
import dev.bloomery.spring.internal.plan.WritersPlan;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.GateProperties.StoreFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Makes the gates that the properties describe. Its methods are the factory methods of bean definitions, by their names.
 *
 * <p>The types of keys and values are those that the bean definitions say; the compiler cannot see them, and knows them here as {@code
 * Object}.
 */
public final class GateInstances implements DisposableBean {
    private final Plans plans;
    private final BeanFactory beans;
    private final ObjectProvider<GateCustomizer> customizers;
    private final GateEvents events;
    private final Object schedulerLock = new Object();
    private @Nullable ScheduledExecutorService scheduler;

    /** For these plans. */
    public GateInstances(
            Plans plans, BeanFactory beans, ObjectProvider<GateCustomizer> customizers, GateEvents events) {
        this.plans = plans;
        this.beans = beans;
        this.customizers = customizers;
        this.events = events;
        customizers.stream().flatMap(one -> one.gate().stream()).forEach(this::requireGate);
    }

    private void requireGate(String name) {
        if (plans.gates().stream().noneMatch(plan -> plan.name().equals(name))) {
            throw new IllegalStateException("a GateCustomizer is for the gate '" + name
                    + "', which is not in the properties; add bloomery.gates." + name + ", or use the name of one of "
                    + plans.gates().stream().map(GatePlan::name).toList());
        }
    }

    /** A gate over a store. */
    public Gate<Object> gate(String name) {
        GatePlan plan = plans.gate(name);
        KeyStore<Object> store = store(plan);
        KeyEncoder<Object> encoder = KeyEncoders.of(plan.keys(), beans);
        GateBuilder<Object> builder = fed(plan, encoder);
        if (builder == null) {
            WritersStep<Object, GateBuilder<Object>> step = plan.directory() == null
                    ? Gate.over(store, encoder, plan.filter())
                    : Gate.over(store, durable(plan, plan.directory(), encoder));
            builder = step.writers(writers(plan));
        }
        if (plan.settings().whenStoreFails() == StoreFailure.SAY_PRESENT) {
            builder.whenStoreFails(WhenStoreFails.SAY_PRESENT);
        }
        GateSettings.of(plan.settings(), policy(plan)).say(builder);
        GateBuilder<Object> ready = builder.name(name).listener(events.listenerOf(name));
        customize(ready, (one, it) -> one.customize(name, it));
        return opened(plan, ready::open, ready::openCold);
    }

    /** A gate whose keys expire. */
    public ExpiringGate<Object> expiringGate(String name) {
        GatePlan plan = plans.gate(name);
        ExpiringKeyStore<Object> store = (ExpiringKeyStore<Object>) this.<Object>store(plan);
        KeyEncoder<Object> encoder = KeyEncoders.of(plan.keys(), beans);
        WritersStep<Object, ExpiringGateBuilder<Object>> step = plan.directory() == null
                ? ExpiringGate.over(store, encoder, plan.filter())
                : ExpiringGate.over(store, durable(plan, plan.directory(), encoder));
        ExpiringGateBuilder<Object> builder =
                step.writers(writers(plan)).name(name).listener(events.listenerOf(name));
        Expiry expiry = Objects.requireNonNull(plan.expiry());
        builder.keysExpire(expiry.timeToLive(), expiry.longestWrite(), expiry.skew());
        if (plan.settings().whenStoreFails() == StoreFailure.SAY_PRESENT) {
            builder.whenStoreFails(WhenStoreFails.SAY_PRESENT);
        }
        GateSettings.of(plan.settings(), policy(plan)).say(builder);
        customize(builder, (one, it) -> one.customize(name, it));
        return opened(plan, builder::open, builder::openCold);
    }

    /** A gate in front of a loader. */
    @SuppressWarnings("unchecked")
    public LoadingGate<Object, Object> loadingGate(String name) {
        GatePlan plan = plans.gate(name);
        Loader<Object, Object> loader = beans.getBean(((StorePlan.Loader) plan.store()).name(), Loader.class);
        KeyEncoder<Object> encoder = KeyEncoders.of(plan.keys(), beans);
        WritersStep<Object, LoadingGateBuilder<Object, Object>> step = plan.directory() == null
                ? LoadingGate.over(loader, encoder, plan.filter())
                : LoadingGate.over(loader, durable(plan, plan.directory(), encoder));
        LoadingGateBuilder<Object, Object> builder =
                step.writers(writers(plan)).name(name).listener(events.listenerOf(name));
        GateSettings.of(plan.settings(), policy(plan)).say(builder);
        customize(builder, (one, it) -> one.customize(name, it));
        return opened(plan, builder::open, builder::openCold);
    }

    private <B> void customize(B builder, BiConsumer<GateCustomizer, B> call) {
        customizers.orderedStream().forEach(one -> call.accept(one, builder));
    }

    private static <G extends AnyGate<?>> G opened(
            GatePlan plan, Function<LongConsumer, G> open, Supplier<G> openCold) {
        return switch (plan.start()) {
            case COLD -> openCold.get();
            case BACKGROUND, WARM -> open.apply(new ScanLog(plan.name()));
        };
    }

    @SuppressWarnings("unchecked")
    private <K> KeyStore<K> store(GatePlan plan) {
        String name = plan.store() instanceof StorePlan.Bean bean ? bean.name() : plan.storeBeanName();
        return beans.getBean(name, KeyStore.class);
    }

    private static <K> DurableFilters<K> durable(GatePlan plan, Path directory, KeyEncoder<K> encoder) {
        try {
            FilterInstances.createParent(directory);
        } catch (IOException problem) {
            throw new UncheckedIOException(
                    "the directory above that of gate " + plan.name() + " cannot be made", problem);
        }
        return DurableFilters.in(directory, encoder, plan.filter()).sync(plan.sync());
    }

    @SuppressWarnings("unchecked")
    private StoreWriters<Object> writers(GatePlan plan) {
        if (plan.writers() instanceof WritersPlan.Bean bean) {
            return beans.getBean(bean.name(), StoreWriters.class);
        }
        boolean guarded = plan.writers() instanceof WritersPlan.OnlyThisProcess only && only.guarded();
        return guarded
                ? StoreWriters.onlyThisProcess()
                : StoreWriters.onlyThisProcess().unguarded();
    }

    private @Nullable GateBuilder<Object> fed(GatePlan plan, KeyEncoder<Object> encoder) {
        return plan.writers() instanceof WritersPlan.PostgresFeed
                ? Feeds.gate(beans.getBean(plan.feedBeanName()), encoder, plan)
                : null;
    }

    private @Nullable RebuildPolicy policy(GatePlan plan) {
        GateProperties.RebuildProperties rebuild = plan.settings().rebuild();
        if (rebuild == null) {
            return null;
        }
        Duration checkEvery = rebuild.checkEvery() == null ? Duration.ofMinutes(1) : rebuild.checkEvery();
        RebuildPolicy policy = RebuildPolicy.checking(RebuildScheduler.of(scheduler()), checkEvery);
        if (rebuild.every() != null) {
            policy = policy.every(rebuild.every());
        }
        if (rebuild.whenFilledTo() != null) {
            policy = policy.whenFilledTo(rebuild.whenFilledTo());
        }
        if (rebuild.whenFppPasses() != null) {
            policy = policy.whenMeasuredFppPasses(rebuild.whenFppPasses());
        }
        return policy;
    }

    private ScheduledExecutorService scheduler() {
        synchronized (schedulerLock) {
            if (scheduler == null) {
                scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, "bloomery-rebuilds");
                    thread.setDaemon(true);
                    return thread;
                });
            }
            return scheduler;
        }
    }

    @Override
    public void destroy() {
        synchronized (schedulerLock) {
            if (scheduler != null) {
                scheduler.shutdownNow();
            }
        }
    }
}
