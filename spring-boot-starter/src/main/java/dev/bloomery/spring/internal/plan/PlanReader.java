package dev.bloomery.spring.internal.plan;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.properties.BloomeryProperties;
import dev.bloomery.spring.internal.properties.FamilyProperties;
import dev.bloomery.spring.internal.properties.FilterProperties;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Makes plans of properties. Each instance with a fault is left out, and the others are read all the same. */
final class PlanReader {
    private final BloomeryProperties properties;
    private final Faults faults;
    private final Names names;
    private final Values values;
    private final GatePlanReader gates;
    private final SharedPlanReader shared;

    PlanReader(BloomeryProperties properties, KnownBeans beans, Faults faults) {
        this.properties = properties;
        this.faults = faults;
        this.names = new Names(beans, faults);
        this.values = new Values(properties.defaults(), beans, faults);
        this.gates = new GatePlanReader(properties.defaults(), beans, values, faults);
        this.shared = new SharedPlanReader(beans, values, faults);
    }

    Plans read() {
        List<GatePlan> gatePlans = new ArrayList<>();
        properties.gates().forEach((name, gate) -> {
            String property = "bloomery.gates." + name;
            String beanName = names.beanName(property, name);
            addIfNotNull(gatePlans, gates.read(property, name, beanName, gate));
        });
        List<FilterPlan> filterPlans = new ArrayList<>();
        properties
                .filters()
                .forEach((name, filter) -> addIfNotNull(filterPlans, filter("bloomery.filters." + name, name, filter)));
        List<FamilyPlan> familyPlans = new ArrayList<>();
        properties
                .families()
                .forEach(
                        (name, family) -> addIfNotNull(familyPlans, family("bloomery.families." + name, name, family)));
        List<SharedPlan> sharedPlans = new ArrayList<>();
        properties.shared().forEach((name, filter) -> {
            String property = "bloomery.shared." + name;
            addIfNotNull(sharedPlans, shared.read(property, name, names.beanName(property, name), filter));
        });
        return new Plans(properties, gatePlans, filterPlans, familyPlans, sharedPlans);
    }

    private static <T> void addIfNotNull(List<T> list, @Nullable T one) {
        if (one != null) {
            list.add(one);
        }
    }

    private @Nullable FilterPlan filter(String property, String name, FilterProperties given) {
        String beanName = names.beanName(property, name);
        Keys keys = values.keys(property + ".keys", given.keys());
        FilterPlan.Source source =
                given.snapshot() == null ? ownFilter(property, given) : snapshot(property, given, given.snapshot());
        return faults.isIn(property) || beanName == null || keys == null || source == null
                ? null
                : new FilterPlan(name, beanName, keys, source);
    }

    private FilterPlan.@Nullable Source snapshot(String property, FilterProperties given, String file) {
        if (given.filter() != null || given.directory() != null) {
            faults.add(
                    property + ".snapshot",
                    "the plan of this filter is in its file, and nothing is added to it; leave 'filter' and 'directory' out");
        }
        Path path = values.path(property + ".snapshot", file);
        return path == null ? null : new FilterPlan.Snapshot(path, Boolean.TRUE.equals(given.mapped()));
    }

    private FilterPlan.@Nullable Source ownFilter(String property, FilterProperties given) {
        if (given.mapped() != null) {
            faults.add(property + ".mapped", "is for the file of a snapshot; add 'snapshot', or leave 'mapped' out");
        }
        var spec = values.filter(property, given.filter(), given.hardened(), null);
        if (given.directory() == null) {
            values.refuse(property, "sync", given.sync(), "a directory");
            values.refuse(property, "checkpoint-every", given.checkpointEvery(), "a directory");
            values.refuse(property, "keep-hashes", given.keepHashes(), "a directory");
            return spec == null ? null : new FilterPlan.Memory(spec, given.whenFull());
        }
        Path directory = values.directory(property, given.directory());
        var sync = values.sync(property + ".sync", given.sync());
        return spec == null || directory == null || sync == null
                ? null
                : new FilterPlan.Durable(
                        spec,
                        directory,
                        sync,
                        bytes(given.checkpointEvery()),
                        Boolean.TRUE.equals(given.keepHashes()),
                        given.whenFull());
    }

    private @Nullable FamilyPlan family(String property, String name, FamilyProperties given) {
        String beanName = names.beanName(property, name);
        Keys owners = values.keys(property + ".owners", given.owners());
        Keys keys = values.keys(property + ".keys", given.keys());
        Double fpp = given.fpp() == null ? properties.defaults().fpp() : given.fpp();
        if (fpp == null) {
            faults.add(property + ".fpp", "is missing; write a probability, as 0.01");
        } else {
            double checked = fpp;
            Object unused = faults.tried(
                    property + ".fpp", () -> FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.utf8(), checked));
        }
        DataSize budget = given.memoryBudget();
        if (budget != null && budget.toBytes() < 1 << 20) {
            faults.add(property + ".memory-budget", "'" + budget + "' is too little; use at least 1MB");
        }
        Path directory = given.directory() == null ? null : values.directory(property, given.directory());
        return faults.isIn(property) || beanName == null || owners == null || keys == null || fpp == null
                ? null
                : new FamilyPlan(
                        name,
                        beanName,
                        owners,
                        keys,
                        fpp,
                        values.isHardened(given.hardened()),
                        bytes(budget),
                        directory);
    }

    private static OptionalLong bytes(@Nullable DataSize size) {
        return size == null ? OptionalLong.empty() : OptionalLong.of(size.toBytes());
    }
}
