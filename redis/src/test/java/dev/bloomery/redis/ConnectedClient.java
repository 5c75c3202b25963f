package dev.bloomery.redis;

/**
 * A client of a test with its servers.
 *
 * @param servers what a store is over
 * @param client how the client is closed
 */
record ConnectedClient(RedisServers servers, Runnable client) implements AutoCloseable {

    @Override
    public void close() {
        servers.close();
        client.run();
    }
}
