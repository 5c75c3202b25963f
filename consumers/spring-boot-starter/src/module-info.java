@SuppressWarnings("requires-automatic") // libraries of Spring have no descriptor either
module app {
    requires dev.bloomery.spring;
    requires dev.bloomery.gate;
    requires dev.bloomery.jdbc;
    requires dev.bloomery.redis;
}
