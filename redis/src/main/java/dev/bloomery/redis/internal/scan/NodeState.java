package dev.bloomery.redis.internal.scan;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * What must stay the same of a server while it is scanned.
 *
 * @param process the run id: a restart has a new one
 * @param isPrimary whether it takes writes
 * @param history the replication id: a replica that was promoted has a new one
 * @param inCluster whether it is a node of a cluster
 * @param slots which slots it has and since which epoch; none outside of a cluster
 */
record NodeState(String process, boolean isPrimary, String history, boolean inCluster, NodeSlots slots) {

    /** Asks a server outside of a cluster. */
    static NodeState ofServer(Line line) {
        return of(text(line, Call.of("INFO")), NodeSlots.NONE);
    }

    /** Asks a node of a cluster, which knows best what it has itself. */
    static NodeState ofNode(Line line) {
        return of(text(line, Call.of("INFO")), NodeSlots.parse(text(line, Call.of("CLUSTER", "NODES"))));
    }

    /** The process and the history of its data: after a restart or a failover it is another one. */
    String holder() {
        return process + " " + history;
    }

    private static NodeState of(String info, NodeSlots slots) {
        Map<String, String> fields = new HashMap<>();
        info.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return new NodeState(
                fields.getOrDefault("run_id", ""),
                "master".equals(fields.get("role")),
                fields.getOrDefault("master_replid", ""),
                "1".equals(fields.get("cluster_enabled")),
                slots);
    }

    private static String text(Line line, Call call) {
        return line.ask(call) instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
    }
}
