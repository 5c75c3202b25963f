/**
 * Which filter, and how large.
 *
 * <p>Start at {@link dev.bloomery.plan.Planner}.
 */
module dev.bloomery.planner {
    requires transitive dev.bloomery.core;
    requires static transitive org.jspecify;

    exports dev.bloomery.plan;
}
