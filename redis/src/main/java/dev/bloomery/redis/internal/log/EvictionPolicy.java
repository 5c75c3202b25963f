package dev.bloomery.redis.internal.log;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Routes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a server may evict keys that never expire, by INFO, because CONFIG is often forbidden. */
public final class EvictionPolicy {
    private static final Pattern POLICY = Pattern.compile("maxmemory_policy:(\\S+)");

    private EvictionPolicy() {}

    /**
     * Asks the server that has this log.
     *
     * @throws IllegalStateException if it may evict it
     * @throws LineException if it cannot be asked
     */
    public static void requireKeepsLogs(Routes routes, LogNames names) {
        String info = LogRunner.text(routes.lookUp(names.head(), Call.of("INFO", "memory")));
        Matcher found = POLICY.matcher(info);
        if (found.find() && found.group(1).startsWith("allkeys-")) {
            throw new IllegalStateException(
                    "the server evicts any key when its memory is full (maxmemory-policy "
                            + found.group(1)
                            + "), so the log could vanish at any moment; use noeviction or a volatile policy, or another server");
        }
    }
}
