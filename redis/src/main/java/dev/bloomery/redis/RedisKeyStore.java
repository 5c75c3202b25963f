package dev.bloomery.redis;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.params.SetParams;

/**
 * Keys that are names in a Redis or a Valkey, from 6.2 on: a key is there if its name is, whatever it is the name of.
 *
 * <pre>{@code
 * RedisKeyStore<String> store = RedisKeyStore.over(jedis, "user:", KeyNames.utf8()).open();
 * Gate<String> users = Gate.over(store, KeyEncoder.utf8(), spec).writers(StoreWriters.onlyThisProcess()).open();
 * }</pre>
 *
 * <ol>
 *   <li>The client is yours: its timeouts bound every call, its pool brings connections back after a failure. It must talk to primaries, and
 *       without a cache of its own.
 *   <li>A write is sent once. Refused by the server, or without a connection to send it on, it was not done; in all other cases the outcome is
 *       unknown, because a server that was slow may still execute it. So {@link #ordersWrites()} is false.
 *   <li>A scan visits every primary of a cluster over one connection each, and counts only if none was restarted, demoted, or lost slots
 *       meanwhile.
 *   <li>Keys that vanish, by expiry, eviction or a flush, do no harm. Keys that come back do: a server that forgets deletes, by a restart from an
 *       old file or a failover, needs {@link ServerWatch}.
 * </ol>
 *
 * <p>For any number of threads. It holds nothing that must be closed.
 *
 * @param <K> the type of the keys
 */
public final class RedisKeyStore<K> implements ExpiringKeyStore<K> {
    private static final int BATCH = 1_000;
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_TRIES = 16;

    private final UnifiedJedis jedis;
    private final Servers servers;
    private final byte[] prefix;
    private final KeyNames<K> names;
    private final byte[] value;
    private final int pageSize;
    private final @Nullable Expiry expiry;

    RedisKeyStore(RedisKeyStoreBuilder<K> settings) {
        this.jedis = settings.jedis;
        this.servers = Servers.of(jedis);
        this.prefix = settings.prefix;
        this.names = settings.names;
        this.value = settings.value;
        this.pageSize = settings.pageSize;
        this.expiry = settings.expiry;
        if (expiry != null) {
            List<Pipeline> lines = linesToAll();
            try {
                lines.forEach(this::requireClock);
            } catch (JedisException problem) {
                throw notAsked(problem);
            } finally {
                lines.forEach(RedisKeyStore::closeQuietly);
            }
        }
    }

    /**
     * Begins a store.
     *
     * @param jedis the client; the caller closes it
     * @param prefix what the names of all keys begin with, and no other names; if it has a part in braces, {@code {user}:}, all keys are in one
     *     slot of a cluster
     * @param names how keys become names
     * @param <K> the type of the keys
     * @return a builder
     */
    public static <K> RedisKeyStoreBuilder<K> over(UnifiedJedis jedis, String prefix, KeyNames<K> names) {
        return new RedisKeyStoreBuilder<>(jedis, prefix, names);
    }

    /**
     * The whole name of a key, for commands of your own; those that write go through a ticket of the gate.
     *
     * @param key the key
     * @return prefix and name
     * @throws IllegalArgumentException if there is no name for it
     */
    public byte[] nameOf(K key) {
        byte[] name = names.nameOf(Objects.requireNonNull(key, "key"));
        if (!key.equals(names.keyOf(name))) {
            throw new IllegalArgumentException(
                    "the name of the key is the name of another one, or of none; use names that tell all keys apart");
        }
        byte[] whole = new byte[prefix.length + name.length];
        System.arraycopy(prefix, 0, whole, 0, prefix.length);
        System.arraycopy(name, 0, whole, prefix.length, name.length);
        return whole;
    }

    // lookups

    @Override
    public boolean contains(K key) {
        byte[] name = nameOf(key);
        try {
            return jedis.exists(name);
        } catch (JedisException problem) {
            throw notAsked(problem);
        }
    }

    @Override
    public Set<K> containsWhich(Collection<? extends K> keys) {
        Set<K> found = new HashSet<>();
        List<K> all = new ArrayList<>(keys);
        for (int from = 0; from < all.size(); from += BATCH) {
            List<K> some = all.subList(from, Math.min(all.size(), from + BATCH));
            List<byte[]> theirNames = some.stream().map(this::nameOf).toList();
            try {
                boolean[] exist = exist(theirNames);
                for (int i = 0; i < exist.length; i++) {
                    if (exist[i]) {
                        found.add(some.get(i));
                    }
                }
            } catch (JedisException problem) {
                throw notAsked(problem);
            }
        }
        return found;
    }

    private boolean[] exist(List<byte[]> some) {
        List<Response<Boolean>> replies = new ArrayList<>(some.size());
        try (AbstractPipeline line = servers.lines()) {
            for (byte[] name : some) {
                replies.add(line.exists(name));
            }
            line.sync();
        }
        boolean[] exist = new boolean[some.size()];
        for (int i = 0; i < exist.length; i++) {
            exist[i] = existsBy(replies.get(i), some.get(i));
        }
        return exist;
    }

    /** In a cluster a batch follows no redirections, and does not say that a connection broke: what has no answer is asked alone. */
    private boolean existsBy(Response<Boolean> reply, byte[] name) {
        try {
            return reply.get();
        } catch (JedisRedirectionException | IllegalStateException noAnswer) {
            return jedis.exists(name);
        }
    }

    private static StoreException notAsked(JedisException problem) {
        return new StoreException("Redis could not be asked; see the cause", problem);
    }

    // writes

    @Override
    public boolean insert(K key) {
        return insertUntil(key, expiry == null ? null : expiry.deadline());
    }

    boolean insertUntil(K key, @Nullable Long deadline) {
        byte[] name = nameOf(key);
        SetParams params = SetParams.setParams().nx();
        return write(name, line -> line.set(name, value, deadline == null ? params : params.pxAt(deadline))) != null;
    }

    @Override
    public boolean delete(K key) {
        byte[] name = nameOf(key);
        return write(name, line -> line.unlink(name)) == 1;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The value and the time to live move along. In a cluster both names must be in one slot: give the prefix, or both names, a part in braces.
     */
    @Override
    public boolean replace(K oldKey, K newKey) {
        byte[] oldName = nameOf(oldKey);
        byte[] newName = nameOf(newKey);
        if (!servers.areTogether(oldName, newName)) {
            throw new StoreException(
                    "the two keys are in different slots of the cluster, and cannot be replaced in one step; use a prefix with a part"
                            + " in braces, such as {user}:, or insert the new key and delete the old one",
                    null,
                    Outcome.NOT_DONE);
        }
        try {
            return write(oldName, line -> line.renamenx(oldName, newName)) == 1;
        } catch (StoreException problem) {
            if (problem.getCause() instanceof JedisDataException refused
                    && "ERR no such key".equals(refused.getMessage())) {
                return false;
            }
            throw problem;
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>For a time to live of its own see {@link #addIfAbsent(Gate, Object, Duration)} and {@link #prolong}. In a store that was opened for keys that stay there is
     * nothing to prolong.
     */
    @Override
    public boolean insertOrProlong(K key) {
        if (expiry == null) {
            return insert(key);
        }
        long deadline = expiry.deadline();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (prolongUntil(key, deadline)) {
                return false;
            }
            if (insertUntil(key, deadline)) {
                return true;
            }
        }
        throw new StoreException(
                "others insert and delete the key all the time: whenever it was to be prolonged it was gone, and whenever it was to be"
                        + " inserted it was there; try again",
                null,
                Outcome.NOT_DONE);
    }

    boolean prolongUntil(K key, long deadline) {
        byte[] name = nameOf(key);
        return write(name, line -> line.pexpireAt(name, deadline)) == 1;
    }

    private <T> T write(byte[] name, Function<Pipeline, Response<T>> command) {
        JedisRedirectionException redirect = null;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            try (Pipeline line = lineFor(name, redirect)) {
                Response<T> reply = command.apply(line);
                line.sync();
                return reply.get();
            } catch (JedisRedirectionException elsewhere) {
                redirect = elsewhere;
            } catch (JedisDataException refused) {
                throw new StoreException("Redis refused the write; see the cause", refused, Outcome.NOT_DONE);
            } catch (JedisException cut) {
                throw new StoreException(
                        "the write was sent to Redis, and no answer came; it may be done, or be done later", cut);
            }
        }
        throw new StoreException("the slot of the key moves from node to node; try again", redirect, Outcome.NOT_DONE);
    }

    private Pipeline lineFor(byte[] name, @Nullable JedisRedirectionException redirect) {
        try {
            return redirect == null ? servers.lineTo(name) : servers.lineAfter(redirect, name);
        } catch (JedisException problem) {
            throw new StoreException("there is no connection to Redis; nothing was sent", problem, Outcome.NOT_DONE);
        }
    }

    // expiry

    /**
     * {@link Gate#addIfAbsent} with a time to live of its own.
     *
     * @param gate the gate over this store
     * @param key the key
     * @param timeToLive at most what the store was opened with
     * @return true: this call inserted it
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room; the store was not written
     * @throws StoreException if the store failed; its outcome says what is known
     */
    public boolean addIfAbsent(Gate<K> gate, K key, Duration timeToLive) {
        long deadline = expiry().deadline(timeToLive);
        return through(gate, key, true, () -> insertUntil(key, deadline));
    }

    /**
     * Gives a key that is there another time to live, from now on, through the gate: its filter must not forget the key before the store does.
     *
     * @param gate the gate over this store
     * @param key the key
     * @param timeToLive at most what the store was opened with
     * @return true: it is there, and this call did it
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room; the store was not written
     * @throws StoreException if the store failed; its outcome says what is known
     */
    public boolean prolong(Gate<K> gate, K key, Duration timeToLive) {
        long deadline = expiry().deadline(timeToLive);
        return through(gate, key, false, () -> prolongUntil(key, deadline));
    }

    private Expiry expiry() {
        if (expiry == null) {
            throw new IllegalStateException(
                    "the store was opened for keys that stay; say expireAfter(...) when it is opened");
        }
        return expiry;
    }

    /**
     * The deadline was read before this: the filter gets the key later, and remembers it until after the deadline.
     *
     * @param inserts whether a write that was done has made a key, which takes a copy in the filter
     */
    private static <K> boolean through(Gate<K> gate, K key, boolean inserts, BooleanSupplier change) {
        try (WriteTicket<K> ticket = gate.beginWrite()) {
            ticket.adding(key);
            boolean done;
            try {
                done = change.getAsBoolean();
            } catch (StoreException problem) {
                if (problem.outcome() == Outcome.NOT_DONE) {
                    ticket.rolledBack();
                }
                throw problem;
            }
            if (!done || !inserts) {
                ticket.notAdded(key);
            }
            ticket.committed();
            return done;
        }
    }

    // scan

    @Override
    public long scan(Consumer<? super K> sink) {
        Objects.requireNonNull(sink, "sink");
        List<Pipeline> lines = linesToAll();
        try {
            List<NodeState> before = states(lines);
            servers.requireWhole(before);
            requireStill(before);
            Handed<K> handed = new Handed<>(names, sink);
            for (int i = 0; i < lines.size(); i++) {
                if (before.get(i).isPrimary()) {
                    if (expiry != null) {
                        requireClock(lines.get(i));
                    }
                    new NodeScan(prefix, pageSize, expiry).run(lines.get(i), handed);
                }
            }
            if (!states(lines).equals(before)) {
                throw new StoreException(
                        "a server was demoted, or slots of the cluster were moved, while it was scanned; scan again",
                        null);
            }
            return handed.count;
        } catch (JedisException problem) {
            throw new StoreException("the scan was cut short; scan again", problem);
        } finally {
            lines.forEach(RedisKeyStore::closeQuietly);
        }
    }

    /**
     * The locks by which the gates over names with this prefix know of each other: a hash beside the names, and for each gate a connection beside those of the pool.
     *
     * @return the locks; empty for a client of another class than those that are documented
     */
    @Override
    public Optional<StoreLocks> locks() {
        return servers.canLock() ? Optional.of(new RedisLocks(servers, prefix)) : Optional.empty();
    }

    private static void requireStill(List<NodeState> states) {
        if (states.stream().anyMatch(state -> state.slots().areMoving())) {
            throw new StoreException(
                    "slots of the cluster are moving from node to node, and keys with them; scan again when that is over",
                    null);
        }
    }

    private static void closeQuietly(Pipeline line) {
        try {
            line.close();
        } catch (JedisException broken) {
            // the connection is given back in any case, and the scan has failed for the same reason
        }
    }

    private List<Pipeline> linesToAll() {
        try {
            return servers.linesToAll();
        } catch (JedisException problem) {
            throw new StoreException("there is no connection to Redis", problem);
        }
    }

    private List<NodeState> states(List<Pipeline> lines) {
        return lines.stream().map(servers::state).toList();
    }

    /** Which processes, with which history, hold the keys at this moment. */
    Set<String> holders() {
        List<Pipeline> lines = linesToAll();
        try {
            List<NodeState> states = states(lines);
            servers.requireWhole(states);
            return states.stream()
                    .filter(NodeState::isPrimary)
                    .map(NodeState::holder)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (JedisException problem) {
            throw notAsked(problem);
        } finally {
            lines.forEach(RedisKeyStore::closeQuietly);
        }
    }

    private void requireClock(Pipeline line) {
        Expiry given = expiry();
        long before = given.clock().getAsLong();
        Response<List<String>> time = line.time();
        line.sync();
        long server = Long.parseLong(time.get().get(0)) * 1_000
                + Long.parseLong(time.get().get(1)) / 1_000;
        long after = given.clock().getAsLong();
        if (!given.agrees(server, before, after)) {
            throw new StoreException(
                    "the clock of a server is " + (server - after)
                            + " ms ahead of ours, but the store was opened for at most " + given.skew()
                            + "; set the clocks right",
                    null);
        }
    }

    /** The prefix; no keys. */
    @Override
    public String toString() {
        return "RedisKeyStore[" + new String(prefix, StandardCharsets.UTF_8) + "]";
    }

    /** Hands over what is a key, and counts it. */
    private static final class Handed<K> implements Consumer<byte[]> {
        private final KeyNames<K> names;
        private final Consumer<? super K> sink;
        private long count;

        Handed(KeyNames<K> names, Consumer<? super K> sink) {
            this.names = names;
            this.sink = sink;
        }

        @Override
        public void accept(byte[] name) {
            K key = names.keyOf(name);
            if (key != null) {
                count++;
                sink.accept(key);
            }
        }
    }
}
