module app {
    requires dev.bloomery.core;
}
