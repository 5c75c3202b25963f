/**
 * Contract tests of filters, oracles, seeded keys and the FPP assertion.
 *
 * <p>Extend {@link dev.bloomery.testkit.MembershipFilterContract}, or the contract of what your filter can do beyond that.
 */
module dev.bloomery.testkit {
    requires transitive dev.bloomery.core;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires dev.bloomery.support;
    requires static transitive org.jspecify;

    exports dev.bloomery.testkit;

    // JUnit runs the test methods of the contracts by reflection
    opens dev.bloomery.testkit;
}
