/** Small programs that use Bloomery as a user would. */
module dev.bloomery.examples {
    requires dev.bloomery.core;
    requires static org.jspecify;
}
