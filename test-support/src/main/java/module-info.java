/** What the tests of all modules share. */
module dev.bloomery.support {
    requires static com.tngtech.archunit;
    requires java.compiler;
    requires org.assertj.core;
    requires static org.jspecify;

    exports dev.bloomery.support;
}
