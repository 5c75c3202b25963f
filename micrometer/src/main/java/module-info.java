/**
 * Meters of filters, durable filters and gates for Micrometer.
 *
 * <p>Start at {@link dev.bloomery.micrometer.GateMeters} and {@link dev.bloomery.micrometer.FilterMeters}.
 */
@SuppressWarnings("requires-transitive-automatic") // Micrometer has a name of a module, and no descriptor
module dev.bloomery.micrometer {
    requires transitive dev.bloomery.gate;
    requires static dev.bloomery.redis; // not transitive: those without shared filters do not need it
    requires transitive micrometer.core;
    requires static transitive org.jspecify;

    exports dev.bloomery.micrometer;
}
