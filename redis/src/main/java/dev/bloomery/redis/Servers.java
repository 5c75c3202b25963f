package dev.bloomery.redis;

import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.Pool;

/**
 * The servers behind a client: one, or the nodes of a cluster. It hands out connections as pipelines, which send a command once and never again:
 * a client that repeats a write after its connection broke would report what its own first try did as the work of others.
 *
 * <p>What they throw was thrown before anything was sent.
 */
sealed interface Servers permits OneServer, ClusterServers {

    /** A connection to the server that has the name. */
    Pipeline lineTo(byte[] name);

    /** A connection to the server that another one pointed to. */
    Pipeline lineAfter(JedisRedirectionException redirect, byte[] name);

    /** Connections for many lookups, to whatever servers have the names. */
    AbstractPipeline lines();

    /** A connection to every server that may hold keys; the caller closes them. */
    List<Pipeline> linesToAll();

    /** A connection to the server that has the name, beside those of the pool; the caller disconnects it. */
    Connection connectionTo(byte[] name);

    /** Whether {@link #connectionTo} knows the client; it knows all that are documented. */
    boolean canLock();

    /** A connection like those of the pool, of which the pool knows nothing. */
    static Connection beside(Pool<Connection> pool) {
        try {
            return pool.getFactory().makeObject().getObject();
        } catch (JedisException problem) {
            throw problem;
        } catch (Exception problem) {
            throw new JedisConnectionException("the client could not open a connection", problem);
        }
    }

    /** What the server at the end of a line is. */
    NodeState state(Pipeline line);

    /** Throws unless the primaries among these have all keys between them. */
    void requireWhole(List<NodeState> states);

    /** Whether one command can have both names. */
    boolean areTogether(byte[] one, byte[] other);

    /** The servers of a client. */
    static Servers of(UnifiedJedis jedis) {
        return jedis instanceof RedisClusterClient cluster ? new ClusterServers(cluster) : new OneServer(jedis);
    }
}
