package dev.bloomery.spring.internal.plan;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A family that can be made.
 *
 * @param name as it was written
 * @param beanName in camel case
 * @param directory null: in memory alone
 */
public record FamilyPlan(
        String name,
        String beanName,
        Keys owners,
        Keys keys,
        double fpp,
        boolean hardened,
        OptionalLong memoryBudget,
        @Nullable Path directory) {}
