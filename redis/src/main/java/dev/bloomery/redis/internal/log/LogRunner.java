package dev.bloomery.redis.internal.log;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Refusal;
import dev.bloomery.redis.internal.server.RefusedException;
import dev.bloomery.redis.internal.server.Routes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts over one log, and, if replicas are to have what was written, waits for them on the same
 * connection. For any number of threads.
 */
public final class LogRunner {
    private static final int MOST_TRIES = 20;
    private static final long PAUSE = 5_000_000;

    private final Routes routes;
    private final LogNames names;
    private final String kind;
    private final int replicas;
    private final long replicasMillis;

    /**
     * @param kind what the log is for, one word
     * @param replicas how many replicas must have acknowledged what a script has written; 0: none
     * @param replicasMillis for how long that is waited for
     */
    public LogRunner(Routes routes, LogNames names, String kind, int replicas, long replicasMillis) {
        this.routes = routes;
        this.names = names;
        this.kind = kind;
        this.replicas = replicas;
        this.replicasMillis = replicasMillis;
    }

    /**
     * Runs a script that changes something, and waits for the replicas.
     *
     * @param uuid the log that is meant
     * @param moreKeys the keys beside head and log
     * @param arguments those of the step: bytes as they are, anything else as it is printed
     * @return what it has answered after state and identity: bytes, numbers, lists of such
     * @throws LineException if there is no answer, or too few replicas have acknowledged it; it may be done
     *     then
     */
    public Answer<List<@Nullable Object>> write(
            LogScript script, String uuid, List<byte[]> moreKeys, Object... arguments) {
        return run(script, uuid, moreKeys, replicas > 0, arguments);
    }

    /** Runs a script that changes nothing, or nothing that replicas must have. */
    public Answer<List<@Nullable Object>> read(
            LogScript script, String uuid, List<byte[]> moreKeys, Object... arguments) {
        return run(script, uuid, moreKeys, false, arguments);
    }

    private Answer<List<@Nullable Object>> run(
            LogScript script, String uuid, List<byte[]> moreKeys, boolean waits, Object... arguments) {
        Object[] words = new Object[4 + moreKeys.size() + 3 + arguments.length];
        words[1] = 2 + moreKeys.size();
        words[2] = names.head();
        words[3] = names.log();
        int at = 4;
        for (byte[] key : moreKeys) {
            words[at++] = key;
        }
        words[at++] = LogScript.FORMAT;
        words[at++] = kind;
        words[at++] = uuid;
        System.arraycopy(arguments, 0, words, at, arguments.length);
        for (int tries = 1; ; tries++) {
            try {
                return answer(sendKnown(script, words, waits));
            } catch (RefusedException refused) {
                if (!refused.refusal().is("TRYAGAIN") || tries == MOST_TRIES) {
                    throw refused;
                }
                LockSupport.parkNanos(PAUSE); // some of the keys have moved to another node, and some have not
            }
        }
    }

    private List<?> sendKnown(LogScript script, Object[] words, boolean waits) {
        try {
            return send("EVALSHA", script.digest(), words, waits);
        } catch (RefusedException refused) {
            if (!refused.refusal().is("NOSCRIPT")) {
                throw refused;
            }
            return send("EVAL", script.text(), words, waits); // the first time on this server
        }
    }

    private List<?> send(String command, Object script, Object[] words, boolean waits) {
        Object[] all = words.clone();
        all[0] = script;
        Call call = Call.of(command, all);
        if (!waits) {
            return (List<?>) Objects.requireNonNull(routes.write(names.head(), call));
        }
        List<@Nullable Object> answers =
                routes.writeAll(names.head(), List.of(call, Call.of("WAIT", replicas, replicasMillis)));
        requireReplicas(answers.get(1));
        return (List<?>) Objects.requireNonNull(answers.get(0));
    }

    private void requireReplicas(@Nullable Object acknowledged) {
        if (acknowledged instanceof Refusal refusal) {
            throw LineException.noAnswer("the server did not wait for replicas", new RefusedException(refusal));
        }
        if (!(acknowledged instanceof Long count) || count < replicas) {
            throw LineException.noAnswer(
                    acknowledged + " replicas have acknowledged the write within " + replicasMillis + " ms, but "
                            + replicas + " must; bring up the others",
                    null);
        }
    }

    private static Answer<List<@Nullable Object>> answer(List<?> parts) {
        Answer.State state = Answer.State.valueOf(text(parts.get(0)));
        String identity = text(parts.get(1));
        return state == Answer.State.DONE
                ? new Answer<>(state, identity, new ArrayList<>(parts.subList(2, parts.size())))
                : new Answer<>(state, identity, null);
    }

    /** A part of an answer, as text. */
    public static String text(@Nullable Object part) {
        return new String((byte[]) Objects.requireNonNull(part), StandardCharsets.UTF_8);
    }

    /** A part of an answer, as a number. */
    public static long number(@Nullable Object part) {
        return part instanceof Long number ? number : Long.parseLong(text(part));
    }

    /** The names of the keys. */
    public LogNames names() {
        return names;
    }

    @Override
    public String toString() {
        return "LogRunner[" + names.name() + ", " + kind + ", " + Arrays.asList(replicas, replicasMillis) + "]";
    }
}
