module app {
    requires dev.bloomery.planner;
}
