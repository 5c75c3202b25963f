package dev.bloomery.redis.internal.scan;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import dev.bloomery.redis.internal.server.Slots;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All servers behind a client at one moment, each over one connection. */
public final class ServerSet implements AutoCloseable {
    private final boolean isCluster;
    private final List<Line> lines;

    private ServerSet(boolean isCluster, List<Line> lines) {
        this.isCluster = isCluster;
        this.lines = lines;
    }

    /**
     * Connects to all.
     *
     * @throws StoreException if there is no connection
     */
    public static ServerSet of(Servers servers) {
        try {
            return new ServerSet(servers.isCluster(), servers.linesToAll());
        } catch (LineException problem) {
            throw new StoreException("there is no connection to Redis", problem.ofClient());
        }
    }

    // what they are

    /** Which processes, with which history, hold the keys at this moment. */
    public Set<String> holders() {
        List<NodeState> states = states();
        requireWhole(states);
        return states.stream()
                .filter(NodeState::isPrimary)
                .map(NodeState::holder)
                .collect(Collectors.toUnmodifiableSet());
    }

    private List<NodeState> states() {
        return lines.stream()
                .map(line -> isCluster ? NodeState.ofNode(line) : NodeState.ofServer(line))
                .toList();
    }

    /** Throws unless the primaries among these have all keys between them. */
    private void requireWhole(List<NodeState> states) {
        if (isCluster) {
            requireAllSlots(states);
        } else {
            states.forEach(ServerSet::requireLonePrimary);
        }
    }

    private static void requireLonePrimary(NodeState state) {
        if (state.inCluster()) {
            throw new StoreException(
                    "the server is a node of a cluster, and would give only a part of the keys; use a client for clusters",
                    null);
        }
        if (!state.isPrimary()) {
            throw new StoreException(
                    "the server is a replica, and may lack keys of its primary; connect to the primary", null);
        }
    }

    private static void requireAllSlots(List<NodeState> states) {
        BitSet covered = new BitSet(Slots.ALL);
        for (NodeState state : states) {
            if (!state.isPrimary()) {
                continue;
            }
            NodeSlots slots = state.slots();
            if (covered.intersects(slots.owned())) {
                throw new StoreException(
                        "two nodes of the cluster claim the same slot; scan again when it is settled", null);
            }
            covered.or(slots.owned());
        }
        if (covered.cardinality() < Slots.ALL) {
            throw new StoreException(
                    "the nodes that the client knows have " + covered.cardinality() + " slots of " + Slots.ALL
                            + "; bring up the others, and let the client refresh its topology from time to time",
                    null);
        }
    }

    // their clocks

    /** Throws unless the clocks of all are near enough to ours. */
    public void requireClocks(Expiry expiry) {
        lines.forEach(line -> requireClock(line, expiry));
    }

    private static void requireClock(Line line, Expiry expiry) {
        long before = expiry.clock().getAsLong();
        List<?> time = (List<?>) Objects.requireNonNull(line.ask(Call.of("TIME")));
        long server = number(time.get(0)) * 1_000 + number(time.get(1)) / 1_000;
        long after = expiry.clock().getAsLong();
        if (!expiry.agrees(server, before, after)) {
            throw new StoreException(
                    "the clock of a server is " + (server - after)
                            + " ms ahead of ours, but the store was opened for at most " + expiry.skew()
                            + "; set the clocks right",
                    null);
        }
    }

    private static long number(Object bytes) {
        return Long.parseLong(new String((byte[]) bytes, StandardCharsets.US_ASCII));
    }

    // what they have

    /**
     * Reads all names with a prefix.
     *
     * @param pageSize about how many names a server looks at for one answer
     * @param expiry when keys expire; null: they do not
     * @param sink gets the names without the prefix, once or more often
     * @throws StoreException unless it has seen all
     */
    public void scan(byte[] prefix, int pageSize, @Nullable Expiry expiry, Consumer<byte[]> sink) {
        List<NodeState> before = states();
        requireWhole(before);
        requireStill(before);
        for (int i = 0; i < lines.size(); i++) {
            if (before.get(i).isPrimary()) {
                if (expiry != null) {
                    requireClock(lines.get(i), expiry);
                }
                new NodeScan(prefix, pageSize, expiry).run(lines.get(i), sink);
            }
        }
        if (!states().equals(before)) {
            throw new StoreException(
                    "a server was demoted, or slots of the cluster were moved, while it was scanned; scan again", null);
        }
    }

    private static void requireStill(List<NodeState> states) {
        if (states.stream().anyMatch(state -> state.slots().areMoving())) {
            throw new StoreException(
                    "slots of the cluster are moving from node to node, and keys with them; scan again when that is over",
                    null);
        }
    }

    @Override
    public void close() {
        lines.forEach(Line::close);
    }
}
