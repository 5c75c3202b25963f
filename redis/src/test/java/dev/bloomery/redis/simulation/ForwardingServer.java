package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Passed;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.redis.internal.log.Synced;
import java.util.List;

/** Asks another one. */
class ForwardingServer implements LogServer {
    final LogServer server;

    ForwardingServer(LogServer server) {
        this.server = server;
    }

    @Override
    public Answer<LogHead> look() {
        return server.look();
    }

    @Override
    public Answer<LogHead> create(String uuid, String nonce) {
        return server.create(uuid, nonce);
    }

    @Override
    public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
        return server.append(uuid, nonce, entries);
    }

    @Override
    public Answer<Synced> sync(SyncRequest request) {
        return server.sync(request);
    }

    @Override
    public Answer<Passed> passed(String uuid, Position entry) {
        return server.passed(uuid, entry);
    }

    @Override
    public Answer<Boolean> retire(String uuid, String node, String reported) {
        return server.retire(uuid, node, reported);
    }

    @Override
    public Answer<Boolean> leave(String uuid, String node) {
        return server.leave(uuid, node);
    }
}
