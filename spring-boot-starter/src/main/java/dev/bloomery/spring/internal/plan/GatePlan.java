package dev.bloomery.spring.internal.plan;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.StartMode;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * A gate that can be made: everything that can be checked without a store is checked.
 *
 * @param name as it was written
 * @param beanName in camel case
 * @param valueType of a gate in front of a loader; otherwise none
 * @param expiry null: keys stay
 * @param directory null: the filter is in memory
 * @param settings what the builder is told as it is
 */
public record GatePlan(
        String name,
        String beanName,
        Keys keys,
        ResolvableType valueType,
        FilterSpec filter,
        StorePlan store,
        WritersPlan writers,
        @Nullable Expiry expiry,
        StartMode start,
        Duration warmTimeout,
        @Nullable Path directory,
        SyncPolicy sync,
        GateProperties settings) {

    /** Where its properties are. */
    public String property() {
        return "bloomery.gates." + name;
    }

    /** Whether it fetches values. */
    public boolean isLoading() {
        return store instanceof StorePlan.Loader;
    }

    /** The name of the bean of its store, if that is made here. */
    public String storeBeanName() {
        return beanName + "Store";
    }

    /** The name of the bean of its feed, if that is made here. */
    public String feedBeanName() {
        return beanName + "Feed";
    }
}
