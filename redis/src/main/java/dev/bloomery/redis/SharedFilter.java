package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.internal.replica.ReplicaHash;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.shared.AddFailure;
import dev.bloomery.redis.internal.shared.Foundation;
import dev.bloomery.redis.internal.shared.HeadState;
import dev.bloomery.redis.internal.shared.NodeThreads;
import dev.bloomery.redis.internal.shared.SharedNews;
import dev.bloomery.redis.internal.shared.SharedNode;
import dev.bloomery.redis.internal.shared.SharedPlan;
import dev.bloomery.redis.internal.shared.SharedServer;
import dev.bloomery.spec.Seed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A Bloom filter that several processes share through a Redis or a Valkey, from 6.2 on. Every process has a replica of the bits, so a lookup takes no round trip; what one process adds comes to
 * the others by a log in Redis.
 *
 * <pre>{@code
 * SharedFilter<String> used = SharedFilter.over(JedisServers.of(jedis), "coupons", KeyEncoder.utf8())
 *         .spec(BloomSpec.of(10_000_000, 0.01))
 *         .consistency(Consistency.leased(Duration.ofMillis(200)))
 *         .openOrCreateFrom(database::scanCoupons);
 *
 * if (used.ask(code) == SharedAnswer.NO) { ... }     // certainly not used, in no process
 * used.add(code);                                    // from now on no process says NO
 * }</pre>
 *
 * <ol>
 *   <li>{@link Consistency} says what a {@code NO} promises, and under which assumptions.
 *   <li>Whenever this process cannot keep that, it says {@link SharedAnswer#UNKNOWN}: it has not heard of Redis for too long; the filter is being filled; Redis was flushed, has evicted a part, was
 *       restarted or replaced. {@link #state} says which, and whether it goes on by itself.
 *   <li>An add is sent again until Redis has it, which does no harm. It fails after {@link SharedFilterBuilder#longestWait}.
 *   <li>A key is there for good, unless the filter has a window.
 * </ol>
 *
 * <p>For any number of threads. Lookups are wait-free but at the level {@code confirmed}. It holds two threads and one connection for each shard, and takes others from the pool of the client.
 *
 * @param <K> the type of the keys
 */
public final class SharedFilter<K> implements AutoCloseable {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final Duration LONGEST_BEGIN = Duration.ofSeconds(30);
    private static final Duration SHORT_WAIT = Duration.ofSeconds(2);

    private final String name;
    private final SharedPlan plan;
    private final String seedText;
    private final ReplicaHash<K> hasher;
    private final SharedNode[] nodes;
    private final List<NodeThreads> threads = new ArrayList<>();
    private final long longestWaitNanos;
    private volatile boolean isClosed;

    private final LongAdder noes = new LongAdder();
    private final LongAdder maybes = new LongAdder();
    private final LongAdder unknowns = new LongAdder();
    private final LongAdder added = new LongAdder();
    private final LongAdder failed = new LongAdder();

    SharedFilter(
            SharedFilterBuilder<K> settings, SharedPlan plan, String seedText, Seed seed, List<SharedServer> servers) {
        this.name = settings.name;
        this.plan = plan;
        this.seedText = seedText;
        this.hasher = ReplicaHash.of(settings.encoder, plan.spec().hash(), seed);
        this.longestWaitNanos = settings.longestWait.toNanos();
        this.nodes = new SharedNode[servers.size()];
        for (int shard = 0; shard < nodes.length; shard++) {
            String id = UUID.randomUUID().toString();
            nodes[shard] = new SharedNode(id, servers.get(shard), plan, seedText, Clocks.SYSTEM, longestWaitNanos);
        }
        try {
            for (int shard = 0; shard < nodes.length; shard++) {
                NodeThreads own = new NodeThreads(
                        name,
                        nodes[shard],
                        new SharedNews(settings.servers.servers(), SharedFilters.names(settings, shard)));
                own.start();
                threads.add(own);
            }
        } catch (RuntimeException | Error problem) {
            threads.forEach(NodeThreads::close);
            throw problem;
        }
    }

    /**
     * Begins a filter.
     *
     * @param servers the servers, by a client of yours; it stays open until the filter is closed
     * @param name of the filter, without braces; its keys in Redis begin with {@code {bloomery:NAME}}
     * @param encoder turns keys into bytes; all processes must have the same
     * @param <K> the type of the keys
     * @return a builder, which creates or opens it
     */
    public static <K> SharedFilterBuilder<K> over(RedisServers servers, String name, KeyEncoder<K> encoder) {
        return new SharedFilterBuilder<>(servers, name, encoder);
    }

    // lookups

    /**
     * Whether the key was added.
     *
     * @param key the key
     * @return {@code NO} only if {@link Consistency} allows it
     */
    public SharedAnswer ask(K key) {
        return switch (answer(hasher.hash(Objects.requireNonNull(key, "key")))) {
            case NO -> {
                noes.increment();
                yield SharedAnswer.NO;
            }
            case MAYBE -> {
                maybes.increment();
                yield SharedAnswer.MAYBE;
            }
            case UNKNOWN -> {
                unknowns.increment();
                yield SharedAnswer.UNKNOWN;
            }
        };
    }

    private SharedNode.Answered answer(long hash) {
        return isClosed ? SharedNode.Answered.UNKNOWN : node(hash).ask(hash);
    }

    private SharedNode node(long hash) {
        return nodes.length == 1 ? nodes[0] : nodes[shardOf(hash)];
    }

    private int shardOf(long hash) {
        return (int) ((((hash * SPREAD) >>> 32) * nodes.length) >>> 32);
    }

    /**
     * Whether the key may have been added.
     *
     * @param key the key
     * @return false: {@link #ask} says {@code NO}
     */
    public boolean mightContain(K key) {
        return ask(key) != SharedAnswer.NO;
    }

    // adds

    /**
     * Adds a key. When it returns, {@link Consistency} says who knows of it.
     *
     * @param key the key
     * @return true: certainly not added before; false: added before or by an earlier try of this call, or it looks so
     * @throws StoreException if it could not be added in time; {@code NOT_DONE} if certainly not
     * @throws IllegalStateException if the filter was closed
     */
    public boolean add(K key) {
        return await(addAsync(key).toCompletableFuture());
    }

    /**
     * {@link #add}, without waiting.
     *
     * @param key the key
     * @return completed when {@link #add} would return, or with what it would throw
     */
    public CompletionStage<Boolean> addAsync(K key) {
        return one(key, false);
    }

    private CompletableFuture<Boolean> one(K key, boolean claims) {
        long hash = hasher.hash(Objects.requireNonNull(key, "key"));
        return send(node(hash), new long[] {hash}, claims).thenApply(fresh -> fresh[0]);
    }

    private CompletableFuture<boolean[]> send(SharedNode node, long[] hashes, boolean claims) {
        if (isClosed) {
            throw new IllegalStateException("the shared filter " + name + " was closed");
        }
        return node.add(hashes, claims).whenComplete((fresh, problem) -> {
            if (problem == null) {
                added.add(hashes.length);
            } else {
                failed.add(hashes.length);
            }
        });
    }

    /**
     * Adds keys, many at once.
     *
     * @param keys the keys
     * @return how many of them were certainly not added before
     * @throws StoreException if some could not be added in time; others may have been
     * @throws IllegalStateException if the filter was closed
     */
    public long addAll(Iterable<? extends K> keys) {
        Iterator<? extends K> remaining = Objects.requireNonNull(keys, "keys").iterator();
        Batches batches = new Batches();
        while (remaining.hasNext()) {
            batches.add(hasher.hash(Objects.requireNonNull(remaining.next(), "key")));
        }
        return batches.finish();
    }

    /**
     * Hashes on their way, some batches for each shard at the same time. Many are sorted before they are sent: those of a batch are near each other then, and so are their bits, as the block of a
     * key grows with its hash. Redis and the readers touch a part of the bits at a time, which fits their caches.
     */
    private final class Batches {
        private static final int MOST_UNDER_WAY = 16;
        private static final int FEW = 16;

        private final int mostHashes = SharedNode.mostHashes();
        private final long[][] gathered = new long[nodes.length][FEW];
        private final int[] counts = new int[nodes.length];
        private final ArrayDeque<CompletableFuture<boolean[]>> underWay = new ArrayDeque<>();
        private long fresh;

        void add(long hash) {
            int shard = nodes.length == 1 ? 0 : shardOf(hash);
            if (counts[shard] == gathered[shard].length) {
                gathered[shard] = Arrays.copyOf(gathered[shard], 2 * counts[shard]);
            }
            gathered[shard][counts[shard]++] = hash;
            if (counts[shard] == MOST_UNDER_WAY * mostHashes) {
                flush(shard);
            }
        }

        private void flush(int shard) {
            long[] all = gathered[shard];
            int count = counts[shard];
            Arrays.sort(all, 0, count);
            counts[shard] = 0;
            for (int from = 0; from < count; from += mostHashes) {
                underWay.add(
                        send(nodes[shard], Arrays.copyOfRange(all, from, Math.min(count, from + mostHashes)), false));
                while (underWay.size() > MOST_UNDER_WAY * nodes.length) {
                    takeOne();
                }
            }
        }

        private void takeOne() {
            for (boolean isFresh : await(underWay.remove())) {
                fresh += isFresh ? 1 : 0;
            }
        }

        long finish() {
            for (int shard = 0; shard < nodes.length; shard++) {
                flush(shard);
            }
            while (!underWay.isEmpty()) {
                takeOne();
            }
            return fresh;
        }
    }

    /**
     * Adds a key, for a caller who must know whether it is the first, in all processes. Redis decides: of several that claim a key one gets true, and all others false. A key that looks
     * as if it had been added is false for everybody.
     *
     * @param key the key
     * @return true: this call has added it first
     * @throws StoreException if it is not known; {@code NOT_DONE} if the key was certainly not added by this call. With {@code UNKNOWN} the key may be taken, by this
     *     call or by another one
     * @throws IllegalStateException if the filter was closed
     */
    public boolean claim(K key) {
        return await(one(key, true));
    }

    private <T> T await(CompletableFuture<T> done) {
        try {
            return done.get(2 * longestWaitNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException problem) {
            throw failure(problem.getCause());
        } catch (CompletionException problem) {
            throw failure(problem.getCause());
        } catch (TimeoutException problem) {
            throw new StoreException("keys could not be added to the shared filter " + name, problem, Outcome.UNKNOWN);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "the thread was interrupted while it added keys to the shared filter " + name,
                    problem,
                    Outcome.UNKNOWN);
        }
    }

    private RuntimeException failure(@Nullable Throwable cause) {
        Throwable problem = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        if (problem instanceof AddFailure failure) {
            return new StoreException(
                    "shared filter " + name + ": " + failure.getMessage(),
                    failure.getCause(),
                    failure.mayBeDone() ? Outcome.UNKNOWN : Outcome.NOT_DONE);
        }
        return new StoreException("keys could not be added to the shared filter " + name, problem, Outcome.UNKNOWN);
    }

    // after a loss

    /**
     * Makes the filter anew and fills it with all keys of a source. All processes go on with it. They get {@code UNKNOWN} in place of {@code NO} until it is filled; adds of all processes go
     * in meanwhile.
     *
     * <p>The source must have every key whose add has begun before the source is asked. Keys whose adds begin later need not be in it.
     *
     * @param source hands over all keys that are to be in the filter
     * @return how many keys it handed over
     * @throws StoreException if Redis or the source fails; then it is to be called again
     * @throws IllegalStateException if another process does the same at this moment
     */
    public long refill(KeyScan<K> source) {
        Objects.requireNonNull(source, "source");
        return SharedFilters.asked("the shared filter " + name + " could not be filled", () -> {
            for (SharedNode node : nodes) {
                SharedFilters.replace(node.server(), plan, seedText);
            }
            return fill(source);
        });
    }

    /** Fills what was made just now. */
    long fill(KeyScan<K> source) {
        return SharedFilters.asked("the shared filter " + name + " could not be filled", () -> {
            String[] uuids = new String[nodes.length];
            for (int shard = 0; shard < nodes.length; shard++) {
                uuids[shard] = awaitFilling(nodes[shard]);
            }
            Foundation.Bits[] collected = new Foundation.Bits[nodes.length];
            Arrays.setAll(collected, shard -> Foundation.emptyBits(plan));
            long[] counts = new long[nodes.length];
            long count = source.scan(key -> {
                long hash = hasher.hash(Objects.requireNonNull(key, "key"));
                int shard = nodes.length == 1 ? 0 : shardOf(hash);
                collected[shard].add(hash);
                counts[shard]++;
            });
            for (int shard = 0; shard < nodes.length; shard++) {
                if (!Foundation.isAt(nodes[shard], uuids[shard])) {
                    throw new StoreException(
                            "the shared filter " + name + " was made anew while it was filled; fill it again",
                            null,
                            Outcome.NOT_DONE);
                }
                Foundation.finish(nodes[shard].server(), uuids[shard], collected[shard], counts[shard]);
            }
            awaitCurrent();
            return count;
        });
    }

    /** Until the reader has begun with the filter that was made. */
    private String awaitFilling(SharedNode node) {
        Foundation.Found found = Foundation.find(node.server());
        long giveUp = System.nanoTime() + LONGEST_BEGIN.toNanos();
        while (true) {
            Follower.Place place = node.place();
            if (found != null
                    && place != null
                    && place.uuid().equals(found.uuid())
                    && node.state() == HeadState.FILLING) {
                return place.uuid();
            }
            if (System.nanoTime() - giveUp > 0) {
                throw new StoreException(
                        "the shared filter " + name + " could not be read within " + LONGEST_BEGIN.toSeconds() + " s",
                        null,
                        Outcome.NOT_DONE);
            }
            pause();
        }
    }

    /** Until this process may say no, if that comes soon. */
    private void awaitCurrent() {
        long giveUp = System.nanoTime() + SHORT_WAIT.toNanos();
        while (state() != SharedState.CURRENT && System.nanoTime() - giveUp < 0) {
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new StoreException("the thread was interrupted", problem, Outcome.UNKNOWN);
        }
    }

    /**
     * Says that the filter is to go on with what Redis and this process have, after a loss. Keys that only Redis had, or other processes, may get a wrong {@code NO} from then on. Where
     * that matters, {@link #refill} instead.
     *
     * @throws StoreException if Redis cannot be asked; then it is to be called again
     * @throws IllegalStateException if another process does the same at this moment
     */
    public void acceptLoss() {
        boolean unused = SharedFilters.asked("the loss of the shared filter " + name + " could not be accepted", () -> {
            for (SharedNode node : nodes) {
                Foundation.acceptLoss(node);
            }
            awaitCurrent();
            return true;
        });
    }

    // what is known

    /**
     * Whether this process may say no, and if not, why.
     *
     * @return the state; of several shards the worst
     */
    public SharedState state() {
        if (isClosed) {
            return SharedState.CLOSED;
        }
        return Arrays.stream(nodes)
                .map(SharedFilter::state)
                .max(Comparator.comparingInt(SharedState::ordinal))
                .orElseThrow();
    }

    private static SharedState state(SharedNode node) {
        HeadState state = node.state();
        if (node.isUnfit()) {
            return SharedState.REPLACED;
        }
        if (node.lastGap() == Gap.GONE || state == HeadState.LOST) {
            return SharedState.LOST;
        }
        if (state == null || node.lastGap() != null) {
            return SharedState.BEHIND;
        }
        if (state == HeadState.FILLING) {
            return node.isSound() ? SharedState.FILLING : SharedState.LOST;
        }
        if (!node.isSound()) {
            return node.plan().loss() == SharedPlan.Loss.ANYTHING || node.provesLoss()
                    ? SharedState.LOST
                    : SharedState.RESTORING;
        }
        if (state == HeadState.RESTORING) {
            return SharedState.RESTORING;
        }
        return node.isCurrent() ? SharedState.CURRENT : SharedState.BEHIND;
    }

    /**
     * What this process knows of the filter. It reads all bits for the FPP.
     *
     * @return a snapshot
     */
    public SharedInfo info() {
        double none = 1;
        int generations = 0;
        for (SharedNode node : nodes) {
            none -= node.currentFpp() / nodes.length;
            generations = Math.max(generations, node.generations());
        }
        return new SharedInfo(name, plan.spec(), state(), generations, memoryBytes(), 1 - none);
    }

    /**
     * The memory that the replica takes.
     *
     * @return bytes on the heap
     */
    public long memoryBytes() {
        return Arrays.stream(nodes).mapToLong(SharedNode::memoryBytes).sum();
    }

    /**
     * What this process has done with the filter. Quick.
     *
     * @return a snapshot
     */
    public SharedStatistics statistics() {
        Optional<Duration> age = Optional.of(Duration.ZERO);
        long[] loads = new long[3];
        Moment now = Clocks.SYSTEM.now();
        for (SharedNode node : nodes) {
            Moment trusted = node.trusted();
            age = trusted == null
                    ? Optional.empty()
                    : age.map(other -> longer(other, Duration.ofNanos(trusted.nanosUntil(now))));
            for (int i = 0; i < loads.length; i++) {
                loads[i] += node.loads(i);
            }
        }
        return new SharedStatistics(
                noes.sum(), maybes.sum(), unknowns.sum(), added.sum(), failed.sum(), loads[0], loads[1], loads[2], age);
    }

    private static Duration longer(Duration first, Duration second) {
        return first.compareTo(second) > 0 ? first : second;
    }

    SharedPlan plan() {
        return plan;
    }

    /** Ends it for this process. Adds that have not returned fail. The filter stays in Redis. The client is not closed. */
    @Override
    public void close() {
        isClosed = true;
        threads.forEach(NodeThreads::close);
    }

    /** The name and the plan; neither keys nor the seed. */
    @Override
    public String toString() {
        return "SharedFilter[" + name + ", " + plan + "]";
    }
}
