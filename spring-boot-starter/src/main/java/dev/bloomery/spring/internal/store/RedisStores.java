package dev.bloomery.spring.internal.store;

import dev.bloomery.redis.KeyNames;
import dev.bloomery.redis.RedisKeyStore;
import dev.bloomery.redis.RedisKeyStoreBuilder;
import dev.bloomery.redis.RedisServers;
import dev.bloomery.redis.StoredName;
import dev.bloomery.spring.internal.plan.Expiry;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.plan.StorePlan;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;

/** Makes stores over Redis. Its methods are the factory methods of bean definitions, by their names. */
public final class RedisStores implements DisposableBean {
    private final Plans plans;
    private final BeanFactory beans;
    private final OwnClients clients = new OwnClients();

    /** For these plans. */
    public RedisStores(Plans plans, BeanFactory beans) {
        this.plans = plans;
        this.beans = beans;
    }

    /**
     * The servers of the application, or of one of its beans.
     *
     * @param name the name of that bean, or an empty string
     */
    public RedisServers servers(String name) {
        return FoundServers.find(beans, name, clients);
    }

    /** The store of a gate. */
    public RedisKeyStore<Object> store(String gate, String serversBean) {
        GatePlan plan = plans.gate(gate);
        StorePlan.Redis redis = (StorePlan.Redis) plan.store();
        RedisKeyStoreBuilder<Object> builder =
                RedisKeyStore.over(beans.getBean(serversBean, RedisServers.class), redis.prefix(), names(plan, redis));
        Expiry expiry = redis.expiry();
        if (expiry != null) {
            builder.expireAfter(expiry.timeToLive(), expiry.skew());
        }
        if (redis.pageSize() != null) {
            builder.pageSize(redis.pageSize());
        }
        return builder.open();
    }

    @SuppressWarnings("unchecked")
    private KeyNames<Object> names(GatePlan plan, StorePlan.Redis redis) {
        if (redis.namesBean() != null) {
            return beans.getBean(redis.namesBean(), KeyNames.class);
        }
        KeyNames<?> names = switch (plan.keys().form()) {
            case TEXT -> KeyNames.utf8();
            case INT64 -> KeyNames.int64();
            case UUID -> KeyNames.uuid();
            case STORED_NAME -> StoredName.names();
            case BEAN -> throw new IllegalStateException(plan.property() + " has no KeyNames, which was checked");
        };
        return (KeyNames<Object>) names;
    }

    /** After the servers that these clients are behind: they are made by this bean, so they depend on it. */
    @Override
    public void destroy() {
        clients.close();
    }
}
