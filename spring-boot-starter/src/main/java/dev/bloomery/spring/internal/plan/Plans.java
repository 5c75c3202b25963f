package dev.bloomery.spring.internal.plan;

import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.properties.BloomeryProperties;
import dev.bloomery.spring.internal.properties.PropertiesReader;
import java.util.List;
import java.util.NoSuchElementException;
import org.springframework.core.env.Environment;

/**
 * All instances that the properties describe. They are read twice: when the beans are defined, and when they are made; before
 * an application is compiled ahead of time the first happens at build time.
 */
public record Plans(
        BloomeryProperties properties,
        List<GatePlan> gates,
        List<FilterPlan> filters,
        List<FamilyPlan> families,
        List<SharedPlan> shared) {

    /**
     * Reads and checks the properties.
     *
     * @throws dev.bloomery.spring.internal.fault.InvalidPropertiesException with all that is wrong
     */
    public static Plans read(Environment environment, KnownBeans beans) {
        Faults faults = new Faults();
        BloomeryProperties properties = PropertiesReader.read(environment, faults);
        Plans plans = new PlanReader(properties, beans, faults).read();
        faults.requireNone();
        return plans;
    }

    /** The gate of this name. */
    public GatePlan gate(String name) {
        return gates.stream()
                .filter(plan -> plan.name().equals(name))
                .findAny()
                .orElseThrow(() -> new NoSuchElementException("bloomery.gates." + name
                        + " was there when the application was built, and is not now; build it again"));
    }

    /** The filter of this name. */
    public FilterPlan filter(String name) {
        return filters.stream()
                .filter(plan -> plan.name().equals(name))
                .findAny()
                .orElseThrow(() -> new NoSuchElementException("bloomery.filters." + name
                        + " was there when the application was built, and is not now; build it again"));
    }

    /** The family of this name. */
    public FamilyPlan family(String name) {
        return families.stream()
                .filter(plan -> plan.name().equals(name))
                .findAny()
                .orElseThrow(() -> new NoSuchElementException("bloomery.families." + name
                        + " was there when the application was built, and is not now; build it again"));
    }

    /** The shared filter of this name. */
    public SharedPlan shared(String name) {
        return shared.stream()
                .filter(plan -> plan.name().equals(name))
                .findAny()
                .orElseThrow(() -> new NoSuchElementException("bloomery.shared." + name
                        + " was there when the application was built, and is not now; build it again"));
    }
}
