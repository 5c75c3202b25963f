package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.shared.SharedPlan;
import dev.bloomery.redis.internal.shared.SharedPlan.Loss;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a {@link SharedFilter}, or opens one that was created.
 *
 * <p>What is chosen here counts for the creation and is kept in Redis, but for {@link #replicas} and {@link #longestWait}, which each process chooses. A process that opens a filter
 * need not repeat it.
 *
 * @param <K> the type of the keys
 */
public final class SharedFilterBuilder<K> {
    private static final Duration LONGEST_LOSS = Duration.ofHours(1);
    private static final int MOST_SHARDS = 1_024;
    private static final int MOST_SLICES = 100;
    private static final int MOST_REPLICAS = 10;

    final RedisServers servers;
    final String name;
    final KeyEncoder<K> encoder;
    Consistency consistency = Consistency.leased(Duration.ofMillis(200));
    boolean consistencyWasChosen;
    Loss loss = Loss.ANYTHING;
    Duration lossTime = Duration.ZERO;
    int replicas;
    Duration replicasTime = Duration.ofSeconds(1);
    Duration longestWait = Duration.ofSeconds(10);
    int shards = 1;
    boolean growing;
    Duration window = Duration.ZERO;
    int slices = 1;
    Duration skew = Duration.ofMinutes(1);

    @Nullable
    BloomSpec spec;

    @Nullable
    Seed seed;

    SharedFilterBuilder(RedisServers servers, String name, KeyEncoder<K> encoder) {
        this.servers = Objects.requireNonNull(servers, "servers");
        this.name = new LogNames(Objects.requireNonNull(name, "name")).name();
        this.encoder = Objects.requireNonNull(encoder, "encoder");
    }

    /**
     * How many keys the filter is made for, and at what FPP; of a filter with a {@link #window}, those of a window. Its layout is blocked, whatever the spec says.
     *
     * @param plan the plan; needed to create a filter
     * @return this
     */
    public SharedFilterBuilder<K> spec(BloomSpec plan) {
        spec = Objects.requireNonNull(plan, "plan");
        return this;
    }

    /**
     * What a no promises; {@code leased(200 ms)} unless you say otherwise.
     *
     * @param level the level
     * @return this
     */
    public SharedFilterBuilder<K> consistency(Consistency level) {
        consistency = Objects.requireNonNull(level, "level");
        consistencyWasChosen = true;
        return this;
    }

    /**
     * Promises that Redis never loses what it has acknowledged: it writes every command to its disk ({@code appendfsync always}) and has no replica that could take over, or every write waits
     * for {@link #replicas} and only one of these can take over. Then a restart or a failover interrupts the filter for a moment only. Where the promise is
     * not kept, keys may get a wrong {@code NO}.
     *
     * @return this
     */
    public SharedFilterBuilder<K> serverLosesNothing() {
        loss = Loss.NOTHING;
        lossTime = Duration.ZERO;
        return this;
    }

    /**
     * Promises that Redis loses at most the writes of this time when it is restarted or replaced: the longest delay of a replica that may take over, or a second with {@code appendfsync
     * everysec} and no replicas. Then the processes that write bring their bits back afterwards, and the filter goes on when the last of them has. Each process waits for this time before its
     * first add. Where the promise is not kept, keys may get a wrong {@code NO}.
     *
     * @param time from a millisecond to an hour, with some reserve
     * @return this
     */
    public SharedFilterBuilder<K> serverLosesAtMost(Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(LONGEST_LOSS) > 0) {
            throw new IllegalArgumentException(
                    "the time is " + time + "; use one from 1 ms to 1 h, for example Duration.ofSeconds(5)");
        }
        loss = Loss.LAST_WRITES;
        lossTime = time;
        return this;
    }

    /**
     * Every write waits until so many replicas have it ({@code WAIT}), and counts as not done if too few have it within a second; 0 unless you say otherwise.
     *
     * @param count from 0 to 10
     * @return this
     */
    public SharedFilterBuilder<K> replicas(int count) {
        if (count < 0 || count > MOST_REPLICAS) {
            throw new IllegalArgumentException("replicas is " + count + "; use 0 to " + MOST_REPLICAS);
        }
        replicas = count;
        return this;
    }

    /**
     * For how long an add is tried before it fails; 10 seconds unless you say otherwise.
     *
     * @param time a positive time
     * @return this
     */
    public SharedFilterBuilder<K> longestWait(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("the longest wait is " + time + "; use a positive time");
        }
        longestWait = time;
        return this;
    }

    /**
     * Spreads the filter over so many slots of a cluster, each with bits and a log of its own; 1 unless you say otherwise. It helps where one node of the cluster has not the power for all adds.
     * Every process reads all of them.
     *
     * @param count from 1 to 1,024
     * @return this
     */
    public SharedFilterBuilder<K> shards(int count) {
        if (count < 1 || count > MOST_SHARDS) {
            throw new IllegalArgumentException("shards is " + count + "; use 1 to " + MOST_SHARDS);
        }
        shards = count;
        return this;
    }

    /**
     * When the filter is full it gets a further generation, twice as large and at half the FPP. All together keep the FPP of the spec; the first one is made for half of it. Without this
     * a filter that gets more keys than it was made for has a higher FPP.
     *
     * @return this
     */
    public SharedFilterBuilder<K> growing() {
        growing = true;
        return this;
    }

    /**
     * The filter forgets: a key is remembered for at least this time after its last add has returned, and at most for {@code time * (1 + 1 / slices)}, two leases, and the time by
     * which clocks may differ. Time is that of the clock of Redis.
     *
     * @param time from a second on
     * @param slices into how many generations the window is cut, from 1 to 100, often 8
     * @return this
     */
    public SharedFilterBuilder<K> window(Duration time, int slices) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("the window is " + time + "; use a second or more");
        }
        if (slices < 1 || slices > MOST_SLICES) {
            throw new IllegalArgumentException("slices is " + slices + "; use 1 to " + MOST_SLICES + ", often 8");
        }
        this.window = time;
        this.slices = slices;
        return this;
    }

    /**
     * By how much the clock of a server may be ahead of the one that it replaces; a minute unless you say otherwise. Keys of a {@link #window} are kept for so much longer.
     *
     * @param time not negative
     * @return this
     */
    public SharedFilterBuilder<K> clocksWithin(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("the time is " + time + "; use one that is not negative");
        }
        skew = time;
        return this;
    }

    /**
     * Hashes with this seed, which is then not kept in Redis: every process must have it. Without this a random one is kept beside the bits, and whoever may read the keys of the
     * filter can prepare keys that look present.
     *
     * @param secret the seed
     * @return this
     */
    public SharedFilterBuilder<K> seed(Seed secret) {
        seed = Objects.requireNonNull(secret, "secret");
        return this;
    }

    /**
     * Creates a filter without keys, and opens it.
     *
     * @return the filter
     * @throws IllegalStateException if there is one under the name, or Redis may evict it
     * @throws dev.bloomery.gate.store.StoreException if Redis cannot be asked
     */
    public SharedFilter<K> createEmpty() {
        return SharedFilters.create(this, null);
    }

    /**
     * Creates a filter, opens it and fills it with all keys of a source. Other processes may open it at once; they get {@code UNKNOWN} in place of {@code NO} until it is filled, and their adds go
     * in.
     *
     * @param source hands over all keys that are to be in the filter, but for those whose adds begin after it was asked
     * @return the filter
     * @throws IllegalStateException if there is one under the name, or Redis may evict it
     * @throws dev.bloomery.gate.store.StoreException if Redis cannot be asked
     */
    public SharedFilter<K> createFrom(KeyScan<K> source) {
        return SharedFilters.create(this, Objects.requireNonNull(source, "source"));
    }

    /**
     * Opens a filter that was created.
     *
     * @return the filter
     * @throws IllegalStateException if there is none under the name: it was not created, or was lost; or if it was created with other settings than these
     * @throws dev.bloomery.gate.store.StoreException if Redis cannot be asked
     */
    public SharedFilter<K> open() {
        return SharedFilters.open(this);
    }

    /**
     * Opens a filter, and {@linkplain #createFrom creates} it if there is none: what every process of a service can call when it begins. One of them fills it.
     *
     * @param source hands over all keys that are to be in the filter, but for those whose adds begin after it was asked
     * @return the filter
     * @throws IllegalStateException if it was created with other settings than these, or Redis may evict it
     * @throws dev.bloomery.gate.store.StoreException if Redis cannot be asked
     */
    public SharedFilter<K> openOrCreateFrom(KeyScan<K> source) {
        return SharedFilters.openOrCreate(this, Objects.requireNonNull(source, "source"));
    }

    /** The plan of each shard. */
    SharedPlan plan() {
        BloomSpec whole = spec;
        if (whole == null) {
            throw new IllegalStateException(
                    "no spec was given; use spec(BloomSpec.of(10_000_000, 0.01)), say, to create a filter");
        }
        if (growing && !window.isZero()) {
            throw new IllegalStateException("a filter with a window does not grow; use growing() or window(...)");
        }
        int generations = window.isZero() ? 1 : slices;
        double target = whole.targetFpp();
        if (growing) {
            target /= 2;
        } else if (!window.isZero()) {
            target = -Math.expm1(Math.log1p(-target) / (slices + 1));
        }
        return new SharedPlan(
                consistency.level(),
                consistency.time().toMillis(),
                loss,
                lossTime.toMillis(),
                growing,
                window.toMillis(),
                slices,
                skew.toMillis(),
                shards,
                blocked(share(whole.capacity(), generations), target, whole.hash()));
    }

    /** The keys of one of as many parts, with room for chance. */
    private long share(long capacity, int generations) {
        double mean = (double) capacity / generations / shards;
        double more = shards == 1 ? 0 : 4 * Math.sqrt(mean);
        return Math.max(1, (long) Math.ceil(mean + more));
    }

    private static BloomSpec blocked(long capacity, double target, KeyHash hash) {
        return BloomSpec.of(capacity, target)
                .withLayout(Layout.BLOCKED)
                .withHash(hash)
                .sized();
    }
}
