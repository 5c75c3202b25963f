package dev.bloomery.redis.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.RefusedException;
import dev.bloomery.redis.internal.server.Servers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Locks in a hash, with all fields of {@link LockScript}, in the slot of the prefix if that names one.
 *
 * <ol>
 *   <li>A session has a connection of its own, beside the pool of the client, and its locks last as long as that connection: whoever wants a lock asks the server whether the
 *       connection of its holder is still open. So a process that is stopped keeps its locks, and one that was killed has none.
 *   <li>Where the server cannot say that, because it was started again, another one took over, or the user may not ask, the holder counts as gone when its last beat is older
 *       than the lease, by the clock of the server. A session beats with every look.
 *   <li>The server may lose the hash, as it may lose keys: by a flush, or evicted. Because the epoch is gone as well, one that is not there counts as one that has not ended: so
 *       whoever takes locks then waits five seconds before it does more. A session that had its locks within the last second therefore makes the hash again, if nobody else has;
 *       any other one is lost.
 * </ol>
 */
public final class RedisLocks implements StoreLocks {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.redis");
    private static final long LEASE_MILLIS = 10_000;
    /** For how long the server may be silent: less than the 3 s within which a method throws. */
    private static final int SILENCE_MILLIS = 2_500;

    /** How old a look may be after which nobody can have written or answered who took locks meanwhile: well below the five seconds. */
    private static final long FRESH_MILLIS = 1_000;

    private static final int MOST_TRIES = 16;
    private static final Pattern RUN_ID = Pattern.compile("^run_id:(\\S+)", Pattern.MULTILINE);
    private static final Pattern CLIENT = Pattern.compile("^id=(\\d+) ", Pattern.MULTILINE);
    private static final byte[] NAME = "bloomery:locks:".getBytes(StandardCharsets.UTF_8);

    private final Servers servers;
    private final byte[] name;
    private final String prefix;
    private final long leaseMillis;
    private final long freshMillis;
    private final int silenceMillis;
    /** The tokens of sessions that were lost here: the server may not notice for long that nobody is there, in a network that failed without a word say. */
    private final Queue<String> abandoned = new ConcurrentLinkedQueue<>();

    private final AtomicBoolean warnedOfClients = new AtomicBoolean();
    private final AtomicBoolean warnedOfTimeout = new AtomicBoolean();

    public RedisLocks(Servers servers, byte[] prefix) {
        this(servers, prefix, LEASE_MILLIS, FRESH_MILLIS, SILENCE_MILLIS);
    }

    public RedisLocks(Servers servers, byte[] prefix, long leaseMillis, long freshMillis, int silenceMillis) {
        this.servers = servers;
        this.name = nameFor(prefix);
        this.prefix = new String(prefix, StandardCharsets.UTF_8);
        this.leaseMillis = leaseMillis;
        this.freshMillis = freshMillis;
        this.silenceMillis = silenceMillis;
    }

    /**
     * A name in the slot of the prefix that does not begin with it, so that it is not the name of a key. If the prefix is a beginning of this name, or empty, a byte before it
     * that is in no text makes the difference.
     */
    public static byte[] nameFor(byte[] prefix) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(NAME);
        bytes.writeBytes(prefix);
        byte[] plain = bytes.toByteArray();
        boolean isKey = true;
        for (int i = 0; i < prefix.length && isKey; i++) {
            isKey = plain[i] == prefix[i];
        }
        if (!isKey) {
            return plain;
        }
        ByteArrayOutputStream marked = new ByteArrayOutputStream();
        marked.write(0xFF);
        marked.writeBytes(plain);
        return marked.toByteArray();
    }

    @Override
    public Session open() {
        RedisSession session = null;
        try {
            session = new RedisSession(servers.lineBeside(name, Duration.ofMillis(silenceMillis)));
            session.begin();
            return session;
        } catch (LineException problem) {
            if (session != null) {
                session.disconnect();
            }
            throw failed("could not begin a session", problem);
        }
    }

    private StoreException failed(String what, LineException problem) {
        String advice = String.valueOf(problem.getMessage()).startsWith("NOPERM")
                ? ". The user of the client must be allowed the key " + new String(name, StandardCharsets.UTF_8)
                        + " and the commands EVAL, EVALSHA and INFO; or open the gate unguarded()"
                : "";
        return new StoreException(
                "the guard of the gate over " + prefix + "* " + what + advice, problem.ofClient(), Outcome.NOT_DONE);
    }

    /** What a session has left in the hash. */
    private record Beat(long client, String server, long millis) {
        static Beat parse(String text) {
            String[] words = text.split(" ", -1);
            return words.length == 3
                    ? new Beat(Long.parseLong(words[0]), words[1], Long.parseLong(words[2]))
                    : new Beat(0, "", Long.MIN_VALUE / 2);
        }
    }

    /** Calls a method that may fail. */
    private interface Task<T> {
        T run();
    }

    private final class RedisSession implements Session {
        private final Line line;
        private final String token = UUID.randomUUID().toString();
        private long client;
        private String server = "";
        private String own = "";
        private String ownEpoch = "";
        private String lastLook = "0"; // by the clock of the server
        private boolean isLost;
        private boolean isClosed;

        RedisSession(Line line) {
            this.line = line;
        }

        void begin() {
            Matcher runId = RUN_ID.matcher(text(call("INFO", "server")));
            server = runId.find() ? runId.group(1) : "";
            try {
                client = (Long) Objects.requireNonNull(call("CLIENT", "ID"));
            } catch (RefusedException mayNot) {
                warnOfClients(mayNot);
            }
            warnOfTimeout();
            // a node that has not the slot, a replica, a user without rights: all show now
            boolean unused = LockScript.UNLOCK.run(line, name, "0", token, "0").isEmpty();
            for (String lost = abandoned.peek(); lost != null; lost = abandoned.peek()) {
                forget(lost, "*");
                abandoned.remove(lost);
            }
        }

        private @Nullable Object call(String command, Object... arguments) {
            return line.ask(Call.of(command, arguments));
        }

        private static String text(@Nullable Object reply) {
            return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
        }

        private void warnOfTimeout() {
            try {
                Object reply = call("CONFIG", "GET", "timeout");
                boolean isSet = reply instanceof List<?> pair
                        && pair.size() == 2
                        && !text(pair.get(1)).equals("0");
                if (isSet && warnedOfTimeout.compareAndSet(false, true)) {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "the server closes connections that are idle, by its setting timeout. A process that is stopped for longer loses the locks of"
                                    + " its gate over " + prefix
                                    + "*, and may answer wrongly for a moment when it goes on; set timeout to 0");
                }
            } catch (RefusedException mayNot) {
                // nothing to say
            }
        }

        private void warnOfClients(RefusedException problem) {
            if (warnedOfClients.compareAndSet(false, true)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the server does not tell which connections are open, so a process that is stopped for longer than "
                                + leaseMillis
                                + " ms loses the locks of its gate over " + prefix
                                + "*, and may answer wrongly for a moment when it goes on; allow the user of the client CLIENT ID and CLIENT LIST, in Redis"
                                + " 6.2 or newer. It said: " + problem.getMessage());
            }
        }

        private <T> T run(Task<T> task) {
            if (isLost || isClosed) {
                throw new StoreException(
                        "the session of the guard of a gate is over, and its locks are lost", null, Outcome.NOT_DONE);
            }
            try {
                return task.run();
            } catch (LineException problem) {
                isLost = true;
                throw failed("has lost its connection, and so its locks", problem);
            } catch (RuntimeException | Error problem) {
                isLost = true;
                throw problem;
            }
        }

        private String connectionText() {
            return client + " " + server;
        }

        @Override
        public boolean tryLock(int number) {
            return run(() -> {
                for (int tries = 0; tries < MOST_TRIES; tries++) {
                    List<String> reply =
                            LockScript.LOCK.run(line, name, Integer.toString(number), token, connectionText());
                    if (reply.get(0).equals("1")) {
                        own += number;
                        lastLook = reply.get(1);
                        return true;
                    }
                    String holder = reply.get(1);
                    String seen = reply.get(2);
                    if (!gone(Map.of(holder, seen), Long.parseLong(reply.get(3)))
                            .contains(holder)) {
                        return false;
                    }
                    forget(holder, seen);
                }
                return false;
            });
        }

        private void forget(String holder, String seen) {
            boolean unused = LockScript.FORGET.run(line, name, holder, seen).isEmpty();
        }

        @Override
        public void unlock(int number) {
            boolean had = run(() -> {
                own = own.replace(Integer.toString(number), "");
                return LockScript.UNLOCK
                        .run(line, name, Integer.toString(number), token, own.isEmpty() ? "1" : "0")
                        .get(0)
                        .equals("1");
            });
            if (!had) {
                throw lost();
            }
        }

        private StoreException lost() {
            isLost = true;
            return new StoreException(
                    "the server has not the locks any more that the guard of the gate over " + prefix
                            + "* took: they were flushed, evicted, or given to another one after the lease",
                    null,
                    Outcome.NOT_DONE);
        }

        @Override
        public int lockedByOthers() {
            return run(() -> {
                List<String> reply = LockScript.LOOK.run(
                        line, name, token, connectionText(), own, lastLook, Long.toString(freshMillis), ownEpoch);
                if (reply.get(0).equals("0")) {
                    throw lost();
                }
                lastLook = reply.get(1);
                Map<String, String> fields = new HashMap<>();
                for (int i = 2; i < reply.size(); i += 2) {
                    fields.put(reply.get(i), reply.get(i + 1));
                }
                return lockedByOthers(fields, Long.parseLong(reply.get(1)));
            });
        }

        private int lockedByOthers(Map<String, String> fields, long now) {
            Map<String, String> holders = new HashMap<>();
            for (int number = 0; number < COUNT; number++) {
                String holder = fields.get("l" + number);
                if (holder != null && !holder.equals(token)) {
                    holders.put(holder, fields.getOrDefault("s" + holder, ""));
                }
            }
            Set<String> gone = gone(holders, now);
            gone.forEach(holder -> forget(holder, holders.getOrDefault(holder, "")));
            holders.keySet().removeAll(gone);
            int locked = 0;
            for (int number = 0; number < COUNT; number++) {
                if (holders.containsKey(fields.getOrDefault("l" + number, ""))) {
                    locked |= 1 << number;
                }
            }
            return locked;
        }

        /** Of holders of locks, with what their sessions have left, those that are gone. */
        private Set<String> gone(Map<String, String> holders, long now) {
            Map<String, Beat> beats = new HashMap<>();
            holders.forEach((holder, text) -> beats.put(holder, Beat.parse(text)));
            Set<Long> asked = new HashSet<>();
            for (Beat beat : beats.values()) {
                if (isOfThisRun(beat)) {
                    asked.add(beat.client);
                }
            }
            Optional<Set<Long>> open = asked.isEmpty() ? Optional.empty() : openClients(asked);
            Set<String> gone = new HashSet<>();
            beats.forEach((holder, beat) -> {
                boolean isThere = (open.isPresent() && isOfThisRun(beat))
                        ? open.get().contains(beat.client)
                        : Math.abs(now - beat.millis) < leaseMillis;
                if (!isThere) {
                    gone.add(holder);
                }
            });
            return gone;
        }

        private boolean isOfThisRun(Beat beat) {
            return beat.client != 0 && beat.server.equals(server);
        }

        /** Empty: the server does not say. */
        private Optional<Set<Long>> openClients(Set<Long> asked) {
            Object[] arguments = new Object[2 + asked.size()];
            arguments[0] = "LIST";
            arguments[1] = "ID";
            int i = 2;
            for (long id : asked) {
                arguments[i++] = id;
            }
            try {
                Matcher found = CLIENT.matcher(text(call("CLIENT", arguments)));
                Set<Long> open = new HashSet<>();
                while (found.find()) {
                    open.add(Long.parseLong(found.group(1)));
                }
                return Optional.of(open);
            } catch (RefusedException mayNot) {
                warnOfClients(mayNot);
                return Optional.empty();
            }
        }

        @Override
        public Optional<Epoch> raiseEpoch(long owner) {
            return run(() -> {
                String before =
                        LockScript.RAISE.run(line, name, Long.toString(owner)).get(0);
                String[] words = before.split(" ", -1);
                Epoch epoch = words.length < 3
                        ? new Epoch(0, 0, false)
                        : new Epoch(Long.parseLong(words[0]), Long.parseLong(words[1]), words[2].equals("1"));
                ownEpoch = epoch.number() + 1 + " " + owner + " 0";
                return Optional.of(epoch);
            });
        }

        @Override
        public void endEpoch(Epoch epoch) {
            boolean unused = run(() -> LockScript.END
                    .run(line, name, epoch.number() + " " + epoch.owner())
                    .isEmpty());
        }

        @Override
        public void close() {
            if (isClosed) {
                return;
            }
            isClosed = true;
            try {
                if (!isLost && !own.isEmpty()) {
                    forget(token, "*");
                }
            } catch (LineException broken) {
                isLost = true;
            }
            if (isLost) {
                abandoned.add(token);
            }
            disconnect();
        }

        void disconnect() {
            line.close();
        }
    }
}
