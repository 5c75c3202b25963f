module app {
    requires dev.bloomery.redis;
}
