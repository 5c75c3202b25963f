package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.Address;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import dev.bloomery.redis.internal.server.Slots;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The nodes of a cluster. Who has which slots is known by the client of the user, which keeps it up to date as the
 * user has set; the connections are made here.
 */
public final class LettuceCluster implements Servers {
    private final RedisClusterClient client;
    private final OwnClient own;
    private final NodeAddresses addresses;
    private final Map<Address, SharedConnection> shared = new ConcurrentHashMap<>();
    private final ReentrantLock learning = new ReentrantLock();
    private final AtomicLong learned = new AtomicLong();

    public LettuceCluster(RedisClusterClient client) {
        this.client = client;
        addresses = NodeAddresses.of(client);
        own = new OwnClient(client.getResources(), client.getOptions());
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    private Partitions nodes() {
        try {
            return client.getPartitions();
        } catch (RedisException problem) {
            throw LineException.notSent("no node of the cluster says who has which slots", problem);
        }
    }

    private RedisClusterNode owner(byte[] name) {
        RedisClusterNode owner = nodes().getPartitionBySlot(Slots.of(name));
        if (owner == null) {
            throw LineException.notSent("no node of the cluster has the slot of the key", null);
        }
        return owner;
    }

    private static Address address(RedisURI uri) {
        return new Address(uri.getHost(), uri.getPort());
    }

    private LettuceConnector connector(RedisClusterNode node) {
        return new LettuceConnector(own, addresses.of(node));
    }

    @Override
    public Object ownerOf(byte[] name) {
        return address(owner(name).getUri());
    }

    @Override
    public Line lineTo(byte[] name) {
        RedisClusterNode owner = owner(name);
        Address address = address(owner.getUri());
        SharedConnection known = shared.get(address);
        if (known == null) {
            SharedConnection mine = new SharedConnection(connector(owner)); // which connects when it is used
            SharedConnection other = shared.putIfAbsent(address, mine);
            known = other == null ? mine : other;
        }
        return known.line();
    }

    @Override
    public Line lineAt(Address address) {
        for (RedisClusterNode node : nodes()) {
            if (address(node.getUri()).equals(address)) {
                LettuceConnector connector = connector(node);
                return connector.open(connector.timeout());
            }
        }
        throw LineException.notSent(
                "the client does not know the node " + address + " that another one points to", null);
    }

    /** One thread asks, and those that come meanwhile wait for what it hears. */
    @Override
    public void learn() {
        long before = learned.get();
        learning.lock();
        try {
            if (learned.compareAndSet(before, before + 1)) {
                client.refreshPartitions();
                closeStale();
            }
        } catch (RedisException problem) {
            throw LineException.notSent("no node of the cluster says who has which slots", problem);
        } finally {
            learning.unlock();
        }
    }

    private void closeStale() {
        List<Address> known = new ArrayList<>();
        nodes().forEach(node -> known.add(address(node.getUri())));
        shared.forEach((address, connection) -> {
            if (!known.contains(address) && shared.remove(address, connection)) {
                connection.close();
            }
        });
    }

    /** Primaries and replicas: which is which the nodes say themselves. */
    @Override
    public List<Line> linesToAll() {
        List<Line> lines = new ArrayList<>();
        for (RedisClusterNode node : nodes()) {
            try {
                LettuceConnector connector = connector(node);
                lines.add(connector.open(connector.timeout()));
            } catch (LineException isDown) {
                // its slots will be missed, if it has any
            }
        }
        return lines;
    }

    @Override
    public Line lineBeside(byte[] name, Duration silence) {
        learn(); // what is sent on this line is not sent on to another node, so it must be the right one
        return connector(owner(name)).open(silence);
    }

    @Override
    public void close() {
        own.close();
    }
}
