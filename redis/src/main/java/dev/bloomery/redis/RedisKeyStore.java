package dev.bloomery.redis;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.redis.internal.locks.RedisLocks;
import dev.bloomery.redis.internal.scan.Expiry;
import dev.bloomery.redis.internal.scan.ServerSet;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.RefusedException;
import dev.bloomery.redis.internal.server.Routes;
import dev.bloomery.redis.internal.server.Servers;
import dev.bloomery.redis.internal.server.Slots;
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
import org.jspecify.annotations.Nullable;

/**
 * Keys that are names in a Redis or a Valkey, from 6.2 on: a key is there if its name is, whatever it is the name of.
 * The client is one of Jedis or of Lettuce: {@link RedisServers}.
 *
 * <pre>{@code
 * RedisKeyStore<String> store = RedisKeyStore.over(JedisServers.of(jedis), "user:", KeyNames.utf8()).open();
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
    private static final int MOST_TRIES = 16;

    private final Servers servers;
    private final Routes routes;
    private final byte[] prefix;
    private final KeyNames<K> names;
    private final byte[] value;
    private final int pageSize;
    private final @Nullable Expiry expiry;

    RedisKeyStore(RedisKeyStoreBuilder<K> settings) {
        this.servers = settings.servers.servers();
        this.routes = settings.servers.routes();
        this.prefix = settings.prefix;
        this.names = settings.names;
        this.value = settings.value;
        this.pageSize = settings.pageSize;
        this.expiry = settings.expiry;
        if (expiry != null) {
            try (ServerSet all = ServerSet.of(servers)) {
                all.requireClocks(expiry);
            } catch (LineException problem) {
                throw notAsked(problem);
            }
        }
    }

    /**
     * Begins a store.
     *
     * @param servers the servers, by a client of yours
     * @param prefix what the names of all keys begin with, and no other names; if it has a part in braces, {@code {user}:}, all keys are in one
     *     slot of a cluster
     * @param names how keys become names
     * @param <K> the type of the keys
     * @return a builder
     */
    public static <K> RedisKeyStoreBuilder<K> over(RedisServers servers, String prefix, KeyNames<K> names) {
        return new RedisKeyStoreBuilder<>(servers, prefix, names);
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
            return isOne(routes.lookUp(name, exists(name)));
        } catch (LineException problem) {
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
                List<@Nullable Object> exist = routes.lookUpAll(theirNames, RedisKeyStore::exists);
                for (int i = 0; i < some.size(); i++) {
                    if (isOne(exist.get(i))) {
                        found.add(some.get(i));
                    }
                }
            } catch (LineException problem) {
                throw notAsked(problem);
            }
        }
        return found;
    }

    private static Call exists(byte[] name) {
        return Call.of("EXISTS", name);
    }

    /** Commands about one name answer with how many names it was true of. */
    private static boolean isOne(@Nullable Object answer) {
        return answer instanceof Long number && number == 1;
    }

    private static StoreException notAsked(LineException problem) {
        return new StoreException("Redis could not be asked; see the cause", problem.ofClient());
    }

    // writes

    @Override
    public boolean insert(K key) {
        return insertUntil(key, expiry == null ? null : expiry.deadline());
    }

    boolean insertUntil(K key, @Nullable Long deadline) {
        byte[] name = nameOf(key);
        Call set = deadline == null
                ? Call.of("SET", name, value, "NX")
                : Call.of("SET", name, value, "NX", "PXAT", deadline);
        return write(name, set) != null;
    }

    @Override
    public boolean delete(K key) {
        byte[] name = nameOf(key);
        return isOne(write(name, Call.of("UNLINK", name)));
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
        if (servers.isCluster() && Slots.of(oldName) != Slots.of(newName)) {
            throw new StoreException(
                    "the two keys are in different slots of the cluster, and cannot be replaced in one step; use a prefix with a part"
                            + " in braces, such as {user}:, or insert the new key and delete the old one",
                    null,
                    Outcome.NOT_DONE);
        }
        try {
            return isOne(write(oldName, Call.of("RENAMENX", oldName, newName)));
        } catch (StoreException problem) {
            if (problem.getCause() instanceof RefusedException refused
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
        return isOne(write(name, Call.of("PEXPIREAT", name, deadline)));
    }

    private @Nullable Object write(byte[] name, Call call) {
        try {
            return routes.write(name, call);
        } catch (RefusedException refused) {
            throw new StoreException("Redis refused the write; see the cause", refused, Outcome.NOT_DONE);
        } catch (LineException problem) {
            throw problem.mayBeDone()
                    ? new StoreException(
                            "the write was sent to Redis, and no answer came; it may be done, or be done later",
                            problem.ofClient())
                    : new StoreException(
                            "there is no connection to Redis; nothing was sent", problem.ofClient(), Outcome.NOT_DONE);
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
        try (ServerSet all = ServerSet.of(servers)) {
            Handed<K> handed = new Handed<>(names, sink);
            all.scan(prefix, pageSize, expiry, handed);
            return handed.count;
        } catch (LineException problem) {
            throw new StoreException("the scan was cut short; scan again", problem.ofClient());
        }
    }

    /**
     * The locks by which the gates over names with this prefix know of each other: a hash beside the names, and for each gate a connection beside those that others use.
     *
     * @return the locks
     */
    @Override
    public Optional<StoreLocks> locks() {
        return Optional.of(new RedisLocks(servers, prefix));
    }

    /** Which processes, with which history, hold the keys at this moment. */
    Set<String> holders() {
        try (ServerSet all = ServerSet.of(servers)) {
            return all.holders();
        } catch (LineException problem) {
            throw notAsked(problem);
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
