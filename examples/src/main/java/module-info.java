/** Small programs that use Bloomery as a user would. */
module dev.bloomery.examples {
    requires dev.bloomery.core;
    requires dev.bloomery.gate;
    requires static org.jspecify;
}
