module app {
    requires dev.bloomery.jdbc;
}
