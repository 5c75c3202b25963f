/**
 * What shows that a store keeps the contract of a gate: contract tests, a stress run, and what both judge by.
 *
 * <p>Extend {@link dev.bloomery.testkit.store.KeyStoreContract}.
 */
module dev.bloomery.testkit.store {
    requires transitive dev.bloomery.gate;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires dev.bloomery.support;
    requires static transitive org.jspecify;

    exports dev.bloomery.testkit.store;

    // JUnit runs the test methods of the contract by reflection
    opens dev.bloomery.testkit.store;
}
