package dev.bloomery.spring.internal.bean;

import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.internal.plan.FamilyPlan;
import dev.bloomery.spring.internal.plan.FilterPlan;
import dev.bloomery.spring.internal.plan.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.beans.factory.BeanFactory;

/** Makes the filters and families that the properties describe. Its methods are the factory methods of bean definitions, by their names. */
public final class FilterInstances {
    private final Plans plans;
    private final BeanFactory beans;

    /** For these plans. */
    public FilterInstances(Plans plans, BeanFactory beans) {
        this.plans = plans;
        this.beans = beans;
    }

    /** A filter in memory, in a directory, or out of a file. */
    public MembershipFilter<Object> filter(String name) throws IOException {
        FilterPlan plan = plans.filter(name);
        KeyEncoder<Object> encoder = KeyEncoders.of(plan.keys(), beans);
        FilterPlan.Source source = plan.source();
        if (source instanceof FilterPlan.Memory memory) {
            var builder = Filters.addable(encoder, memory.spec());
            return memory.whenFull() == null
                    ? builder.build()
                    : builder.whenFull(memory.whenFull()).build();
        }
        if (source instanceof FilterPlan.Durable durable) {
            return durable(durable, encoder);
        }
        FilterPlan.Snapshot snapshot = (FilterPlan.Snapshot) source;
        var file = Filters.load(encoder).from(snapshot.file());
        return snapshot.mapped() ? file.mapped() : file.any();
    }

    private static JournaledFilter<Object> durable(FilterPlan.Durable plan, KeyEncoder<Object> encoder)
            throws IOException {
        createParent(plan.directory());
        DurableBuilder<Object, JournaledFilter<Object>> builder = JournaledFilter.inDirectory(
                        plan.directory(), encoder, plan.spec())
                .sync(plan.sync());
        plan.checkpointBytes().ifPresent(builder::checkpointEvery);
        if (plan.keepHashes()) {
            builder.keepHashes();
        }
        if (plan.whenFull() != null) {
            builder.whenFull(plan.whenFull());
        }
        return builder.open();
    }

    /** A family in memory, or in a directory. */
    public FilterFamily<Object, Object> family(String name) throws IOException {
        FamilyPlan plan = plans.family(name);
        FamilyBuilder<Object, Object> builder = FilterFamily.of(
                KeyEncoders.<Object>of(plan.owners(), beans), KeyEncoders.<Object>of(plan.keys(), beans), plan.fpp());
        if (plan.hardened()) {
            builder.hardened();
        }
        plan.memoryBudget().ifPresent(builder::memoryBudget);
        if (plan.directory() == null) {
            return builder.build();
        }
        createParent(plan.directory());
        return builder.open(plan.directory());
    }

    static void createParent(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }
}
