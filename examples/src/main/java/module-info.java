/** Small programs that use Bloomery as a user would. */
module dev.bloomery.examples {
    requires dev.bloomery.core;
    requires dev.bloomery.gate;
    requires java.net.http;
    requires jdk.httpserver;
    requires static org.jspecify;
}
