package dev.bloomery.redis;

import dev.bloomery.redis.internal.server.Routes;
import dev.bloomery.redis.internal.server.Servers;

/**
 * The servers behind a store, by the client that the application has: {@link JedisServers} or {@link LettuceServers}.
 *
 * <ol>
 *   <li>The client is yours: its address, user, encryption and timeouts count here, too, and you close it, after this.
 *   <li>A write is sent once, whatever the client does by itself when a connection breaks.
 *   <li>Keys are asked for at primaries only.
 * </ol>
 *
 * <p>For any number of stores and threads.
 */
public abstract sealed class RedisServers implements AutoCloseable permits JedisServers, LettuceServers {
    private final Servers servers;
    private final Routes routes;

    RedisServers(Servers servers) {
        this.servers = servers;
        this.routes = new Routes(servers);
    }

    Servers servers() {
        return servers;
    }

    Routes routes() {
        return routes;
    }

    /** Closes the connections that were opened for stores; not the client. Gates over these servers are closed before. */
    @Override
    public final void close() {
        routes.close();
        servers.close();
    }
}
