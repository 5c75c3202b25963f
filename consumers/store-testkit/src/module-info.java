module app {
    requires dev.bloomery.testkit.store;
}
