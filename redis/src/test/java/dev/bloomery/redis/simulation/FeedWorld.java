package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.feed.FeedEntry;
import dev.bloomery.redis.internal.feed.FeedReader;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.ModelLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Processes with gates and feeds over one store and one server, which loses, forgets and trims what it has.
 * After each event every process is asked for every key that is in the
 * store: none may say no without asking the store. And whenever a writer goes on, every process that is
 * current must have its entry; that is what a filter needs that has no store behind it.
 */
final class FeedWorld implements FeedReader.Log {
    static final Lease LEASE = new Lease(100);
    static final long LEASE_NANOS = 100_000_000;
    static final long LONGEST_WRITE = 5 * LEASE_NANOS;
    private static final long END = 60 * LEASE_NANOS;
    private static final int MOST_PROCESSES = 8;

    private final Simulation world;
    private final Variant variant;
    private final ModelLog server = new ModelLog(LEASE.millis(), Map.of());
    private final List<SimProcess> processes = new ArrayList<>();
    private final List<Long> visible = new ArrayList<>();
    private final Map<String, Long> counts;
    private final double slow;
    private final double cut;
    private final boolean acknowledged;
    private final int writers;
    private long keys;
    private @Nullable String wrong;

    FeedWorld(long seed, Variant variant, Map<String, Long> counts) {
        this.world = new Simulation(seed);
        this.variant = variant;
        this.counts = counts;
        slow = Math.pow(world.random().nextDouble(), 4) / 10;
        cut = Math.pow(world.random().nextDouble(), 4) / 20;
        acknowledged = world.chance(0.8);
        writers = 1 + world.random().nextInt(3);
    }

    /** Runs a history; what was answered wrongly, or null. */
    @Nullable
    String run() {
        int first = 2 + world.random().nextInt(2);
        for (int i = 0; i < first; i++) {
            join();
        }
        double troubles = 1 + world.upTo(12); // in sixty leases
        world.after(world.upTo((long) (END / troubles)), () -> trouble((long) (2 * END / troubles)));
        world.run(END, this::judge);
        return wrong;
    }

    private void join() {
        SimProcess process = new SimProcess(this, "process " + processes.size(), acknowledged);
        processes.add(process);
        process.start(writers);
    }

    private void trouble(long pause) {
        switch (world.random().nextInt(7)) {
            case 0 -> {
                server.failOver(world.random().nextInt(12));
                count("failovers");
            }
            case 1 -> {
                server.failOver(0);
                count("restarts");
            }
            case 2 -> {
                server.flush();
                count("flushes");
            }
            case 3 -> {
                server.trim(1 + world.random().nextInt(3));
                count("trims");
            }
            case 4 -> {
                processes.get(world.random().nextInt(processes.size())).kill();
                count("kills");
                if (processes.size() < MOST_PROCESSES) {
                    join();
                }
            }
            case 5 -> {
                if (processes.size() < MOST_PROCESSES) {
                    join();
                    count("joins");
                }
            }
            default -> {
                if (variant.losesRoster()) {
                    server.loseRoster();
                }
                if (variant.goesBackSilently()) {
                    goBackSilently();
                }
            }
        }
        world.after(world.upTo(pause), () -> trouble(pause));
    }

    /**
     * Only to a state whose roster has everybody, and when all have read all: only the nonces can show it
     * then.
     */
    private void goBackSilently() {
        int steps = Math.min(server.remembered(), 1 + world.random().nextInt(25));
        Set<String> roster = server.roster(steps).keySet();
        for (SimProcess process : processes) {
            Follower.Place place = process.place();
            if (!process.isGone()
                    && (place == null
                            || !roster.contains(process.name())
                            || !place.identity().equals(server.identity())
                            || !isLast(place))) {
                return;
            }
        }
        server.goBack(steps);
        count("went back silently");
    }

    private boolean isLast(Follower.Place place) {
        LogEntry last = server.entry(place.position().seq());
        return last != null
                && last.position().equals(place.position())
                && server.entry(place.position().seq() + 1) == null;
    }

    private void judge() {
        if (wrong != null) {
            return;
        }
        for (SimProcess process : processes) {
            long key = process.wrongNo(visible);
            if (key >= 0) {
                wrong = process.name() + " says no to key " + key + " at " + world.now();
            }
        }
    }

    /** The keys of a log, as far as is known now. A filter that is kept beside the log has them. */
    Set<Long> keysOfLog() {
        Set<Long> all = new HashSet<>();
        server.everything().forEach(entry -> all.addAll(keysOf(entry)));
        return all;
    }

    static List<Long> keysOf(LogEntry entry) {
        return entry.kind().equals(FeedEntry.KIND)
                ? FeedEntry.of(entry.data()).names().stream()
                        .map(text -> ByteBuffer.wrap(text).getLong())
                        .toList()
                : List.of();
    }

    /** Who is current and lacks an entry, at the moment of the look that lets its writer go on. */
    List<String> lacking(long key) {
        return processes.stream()
                .filter(process -> process.lacksEntry(key))
                .map(SimProcess::name)
                .toList();
    }

    void require(List<String> nobody, long key) {
        if (!nobody.isEmpty() && wrong == null) {
            wrong = nobody + " lack the entry of key " + key + " of which the writer goes on at " + world.now();
        }
    }

    @Override
    public void lost(Gap reason) {
        count("gap " + reason);
    }

    @Override
    public void found() {}

    @Override
    public void unfit() {
        throw new IllegalStateException();
    }

    // for processes

    long latency() {
        return world.chance(slow) ? world.upTo(2 * LEASE_NANOS) : 100_000 + world.upTo(1_000_000);
    }

    /** Whether a connection breaks now. */
    boolean isCut() {
        return world.chance(cut);
    }

    long nextReading() {
        return world.chance(0.5) ? world.upTo(2_000_000) : world.upTo(LEASE.readEveryNanos());
    }

    long newKey() {
        return keys++;
    }

    void insert(long key) {
        visible.add(key);
        count("inserts");
    }

    void settled(long nanos) {
        count(nanos < LEASE_NANOS / 2 ? "settled soon" : "settled late");
    }

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    List<Long> visible() {
        return visible;
    }

    Simulation world() {
        return world;
    }

    Variant variant() {
        return variant;
    }

    ModelLog server() {
        return server;
    }

    static Map<String, Long> counts() {
        return new TreeMap<>();
    }
}
