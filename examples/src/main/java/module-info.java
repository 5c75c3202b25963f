/** Small programs that use Bloomery as a user would. */
module dev.bloomery.examples {
    requires dev.bloomery.core;
    requires dev.bloomery.gate;
    requires dev.bloomery.interop;
    requires dev.bloomery.jdbc;
    requires dev.bloomery.planner;
    requires dev.bloomery.redis;
    requires com.zaxxer.hikari;
    requires embedded.redis;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.xerial.sqlitejdbc;
    requires static org.jspecify;
}
