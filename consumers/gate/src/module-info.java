module app {
    requires dev.bloomery.gate;
}
