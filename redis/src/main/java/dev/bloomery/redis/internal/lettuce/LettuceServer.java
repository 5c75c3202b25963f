package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.Address;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.Servers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;

/** One server, or the primary that sentinels name. */
public final class LettuceServer implements Servers {
    private final OwnClient own;
    private final LettuceConnector connector;
    private final SharedConnection shared;

    /** @param client the client of the user, of which the threads and the settings are taken */
    public LettuceServer(RedisClient client, RedisURI uri) {
        own = new OwnClient(client.getResources(), client.getOptions());
        connector = new LettuceConnector(own, uri);
        shared = new SharedConnection(connector);
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public Object ownerOf(byte[] name) {
        return this;
    }

    @Override
    public Line lineTo(byte[] name) {
        return shared.line();
    }

    @Override
    public Line lineAt(Address address) {
        throw new UnsupportedOperationException("one server points to no other");
    }

    @Override
    public void learn() {
        // there is nothing to know
    }

    @Override
    public List<Line> linesToAll() {
        return List.of(connector.open(connector.timeout()));
    }

    @Override
    public Line lineBeside(byte[] name, Duration silence) {
        return connector.open(silence);
    }

    @Override
    public void close() {
        own.close();
    }
}
