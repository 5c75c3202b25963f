module app {
    requires dev.bloomery.micrometer;
}
