module app {
    requires dev.bloomery.interop;
}
