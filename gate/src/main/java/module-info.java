/**
 * A filter in front of a store: exact answers, and no access to the store for keys that are not there.
 *
 * <p>Start at {@link dev.bloomery.gate.Gate}.
 */
module dev.bloomery.gate {
    requires transitive dev.bloomery.core;
    requires static jdk.jfr; // events for the flight recorder; a runtime without it has none
    requires static transitive org.jspecify;

    exports dev.bloomery.gate;
    exports dev.bloomery.gate.report;
    exports dev.bloomery.gate.store;
}
