package dev.bloomery.spring.internal.bean;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.RedisServers;
import dev.bloomery.redis.SharedFilter;
import dev.bloomery.redis.SharedFilterBuilder;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.plan.SharedPlan;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;

/** Opens the shared filters that the properties describe. Its method is the factory method of bean definitions, by its name. */
public final class SharedInstances {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");

    private final Plans plans;
    private final BeanFactory beans;

    /** For these plans. */
    public SharedInstances(Plans plans, BeanFactory beans) {
        this.plans = plans;
        this.beans = beans;
    }

    /** A shared filter over these servers. */
    public SharedFilter<Object> shared(String name, String serversBean) {
        SharedPlan plan = plans.shared(name);
        KeyEncoder<Object> encoder = KeyEncoders.of(plan.keys(), beans);
        SharedFilterBuilder<Object> builder =
                SharedFilter.over(beans.getBean(serversBean, RedisServers.class), plan.redisName(), encoder);
        if (plan.consistency() != null) {
            builder.consistency(plan.consistency());
        }
        if (plan.replicas() != null) {
            builder.replicas(plan.replicas());
        }
        if (plan.longestWait() != null) {
            builder.longestWait(plan.longestWait());
        }
        SharedPlan.Creation creation = plan.creation();
        if (creation == null) {
            return builder.open();
        }
        say(creation, builder);
        return builder.openOrCreateFrom(source(plan, creation));
    }

    private static void say(SharedPlan.Creation creation, SharedFilterBuilder<Object> builder) {
        builder.spec(creation.spec()).shards(creation.shards());
        if (creation.serverLoses() != null) {
            if (creation.serverLoses().isZero()) {
                builder.serverLosesNothing();
            } else {
                builder.serverLosesAtMost(creation.serverLoses());
            }
        }
        if (creation.growing()) {
            builder.growing();
        }
        if (creation.window() != null) {
            builder.window(creation.window(), creation.slices());
        }
        if (creation.clocksWithin() != null) {
            builder.clocksWithin(creation.clocksWithin());
        }
    }

    @SuppressWarnings("unchecked")
    private KeyScan<Object> source(SharedPlan plan, SharedPlan.Creation creation) {
        if (creation.sourceBean() != null) {
            return beans.getBean(creation.sourceBean(), KeyScan.class);
        }
        return sink -> {
            LOG.warn(
                    "there was no shared filter " + plan.redisName()
                            + " in Redis, and it was created without keys; if there was one before, it was lost, and its keys get a wrong NO");
            return 0;
        };
    }
}
