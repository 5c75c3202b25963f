/**
 * Filters that answer "have I seen this key?" for programs on the JVM.
 *
 * <p>Start at {@link dev.bloomery.Filters}.
 */
@SuppressWarnings("module") // gate, interop and redis are built later
module dev.bloomery.core {
    requires com.dynatrace.hash4j;
    requires static jdk.jfr; // events for the flight recorder; a runtime without it has none
    requires static transitive org.jspecify;

    exports dev.bloomery;
    exports dev.bloomery.capacity;
    exports dev.bloomery.durable;
    exports dev.bloomery.family;
    exports dev.bloomery.file;
    exports dev.bloomery.info;
    exports dev.bloomery.internal.disk to
            dev.bloomery.gate;
    exports dev.bloomery.internal.hash to
            dev.bloomery.interop;
    exports dev.bloomery.internal.key to
            dev.bloomery.interop;
    exports dev.bloomery.internal.replica to
            dev.bloomery.redis;
    exports dev.bloomery.key;
    exports dev.bloomery.spec;
}
