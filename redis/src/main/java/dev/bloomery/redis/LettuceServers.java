package dev.bloomery.redis;

import dev.bloomery.redis.internal.lettuce.LettuceCluster;
import dev.bloomery.redis.internal.lettuce.LettuceServer;
import dev.bloomery.redis.internal.server.Servers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The servers behind a client of Lettuce, from 6.6 to 7.7.
 *
 * <pre>{@code
 * RedisURI uri = RedisURI.create("redis://localhost");
 * RedisClient client = RedisClient.create(uri);
 * LettuceServers servers = LettuceServers.of(client, uri);
 * RedisKeyStore<String> store =
 *         RedisKeyStore.over(servers, "user:", KeyNames.utf8()).open();
 * ...
 * servers.close();
 * client.shutdown();
 * }</pre>
 *
 * <ol>
 *   <li>Its connections are its own, made with the threads and the options of the client, but without reconnection:
 *       a connection of Lettuce that reconnects sends again what has no answer, so that a write may be done twice and
 *       the second answer is the one that is seen. A connection that broke is made anew by the next call.
 *   <li>All threads share one connection to a server. A scan, and the guard of a gate, have one each.
 *   <li>The timeout is that of the address, {@link RedisURI#getTimeout()}: a minute, unless you set it. After an answer
 *       that did not come in time, the next call makes a new connection.
 * </ol>
 */
public final class LettuceServers extends RedisServers {

    private LettuceServers(Servers servers) {
        super(servers);
    }

    /**
     * One server, or the primary that sentinels name.
     *
     * @param client the client, of which threads and options are taken
     * @param uri the address of the server, or of the sentinels with the name of the primary
     * @return the servers
     * @throws IllegalStateException if the version of Lettuce is one that does not fit
     */
    @SuppressWarnings("exports") // who names Lettuce here requires it
    public static LettuceServers of(RedisClient client, RedisURI uri) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(uri, "uri");
        return new LettuceServers(fit(() -> new LettuceServer(client, uri)));
    }

    /**
     * The nodes of a cluster. Where they are the client knows; user, password, encryption and timeout are those of the
     * first address that it was given.
     *
     * @param client the client, which goes on to learn who has which slots as it is set to
     * @return the servers
     * @throws IllegalStateException if the version of Lettuce is one that does not fit
     */
    @SuppressWarnings("exports") // who names Lettuce here requires it
    public static LettuceServers of(RedisClusterClient client) {
        Objects.requireNonNull(client, "client");
        return new LettuceServers(fit(() -> new LettuceCluster(client)));
    }

    private static Servers fit(Supplier<Servers> servers) {
        try {
            return servers.get();
        } catch (LinkageError problem) {
            throw new IllegalStateException(
                    "this version of Lettuce is none that works here; set io.lettuce:lettuce-core to one from 6.6.0 to 7.7.0",
                    problem);
        }
    }
}
