package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.feed.FeedEntry;
import dev.bloomery.redis.internal.feed.FeedReader;
import dev.bloomery.redis.internal.feed.RecentKeys;
import dev.bloomery.redis.internal.log.Announcer;
import dev.bloomery.redis.internal.log.Announcing;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogReader;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.log.Round;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A process: a gate with a feed, and writers. All its threads stop when it is paused. */
final class SimProcess {
    private static final int MOST_ENTRIES = 4;
    private static final int MOST_RECENT = 6;

    private final FeedWorld feed;
    private final Simulation world;
    private final Variant variant;
    private final String name;
    private final SimClocks machine;
    private final Clocks clocks;
    private final SimGate gate = new SimGate();
    private final RecentKeys<Long> recent;
    private final Follower follower;
    private final Announcer announcer;
    private final LogServer readPort;
    private final LogServer writePort;
    private final Set<Long> openWrites = new HashSet<>();
    private @Nullable Moment override;
    private Set<Long> heard = Set.of();
    private @Nullable Object seenOf;
    private int seen;
    private long pausedUntil;
    private boolean isGone;
    private boolean hasBegun;

    SimProcess(FeedWorld feed, String name, boolean acknowledged) {
        this.feed = feed;
        this.world = feed.world();
        this.variant = feed.variant();
        this.name = name;
        machine = new SimClocks(world, 0.955 + 0.095 * world.random().nextDouble(), world.upTo(1_000_000_000_000L));
        Clocks own = variant.clocks(machine);
        clocks = () -> {
            Moment instead = override;
            return instead == null ? own.now() : instead;
        };
        recent = new RecentKeys<>(clocks, FeedWorld.LONGEST_WRITE, MOST_RECENT);
        FeedReader<Long> reader =
                new FeedReader<>(feed, name, text -> ByteBuffer.wrap(text).getLong(), variant.receiver(gate), recent);
        follower =
                new Follower(name, variant.leaseOfFollower(FeedWorld.LEASE), clocks, new Hearing(reader), MOST_ENTRIES);
        announcer = new Announcer(
                variant.leaseOfWriter(FeedWorld.LEASE), clocks, acknowledged, variant.belief(FeedWorld.LEASE));
        readPort = variant.forFollower(feed.server());
        writePort = variant.forWriter(feed.server());
    }

    void start(int writers) {
        mine(0, this::read);
        mine(0, this::rebuild);
        for (int i = 0; i < writers; i++) {
            mine(world.upTo(FeedWorld.LEASE_NANOS), this::write);
        }
        mine(world.upTo(10 * FeedWorld.LEASE_NANOS), this::pauseNowAndThen);
    }

    /** Something that a thread of this process does, when it is not paused. */
    private void mine(long nanos, Runnable what) {
        world.after(nanos, () -> whenAwake(what));
    }

    private void whenAwake(Runnable what) {
        if (isGone) {
            return;
        }
        if (world.now() < pausedUntil) {
            world.after(pausedUntil - world.now() + world.upTo(1_000_000), () -> whenAwake(what));
        } else {
            what.run();
        }
    }

    private void pauseNowAndThen() {
        long pause = world.upTo(4 * FeedWorld.LEASE_NANOS);
        pausedUntil = world.now() + pause;
        if (world.chance(0.3)) {
            world.after(pause, () -> machine.sleptFor(pause)); // the machine sleeps
        }
        world.after(pause, () -> mine(world.upTo(30 * FeedWorld.LEASE_NANOS), this::pauseNowAndThen));
    }

    /** As by kill -9. */
    void kill() {
        isGone = true;
    }

    // the follower

    private void read() {
        long there = feed.latency();
        long back = feed.latency();
        override = variant.sent(machine, world.now(), world.now() + there + back);
        Round<?> round = follower.next();
        override = null;
        if (feed.isCut()) {
            mine(there, this::read);
            return;
        }
        // what the server does it does, whether this process is awake or not
        world.after(there, () -> {
            Runnable then = round.ask(readPort);
            mine(back, () -> {
                if (!feed.isCut()) {
                    then.run();
                }
                hasBegun |= follower.trusted() != null; // a gate is opened when its feed hears for the first time
                if (follower.trusted() != null) {
                    feed.count("readings");
                }
                mine(follower.readsOnAtOnce() ? 0 : feed.nextReading(), this::read);
            });
        });
    }

    // the gate

    private void rebuild() {
        boolean routine = gate.answersAlone() && world.chance(0.05);
        if ((gate.needsRebuild() || routine) && !gate.isBuilding() && hasBegun) {
            feed.count(routine ? "routine rebuilds" : "rebuilds after a gap");
            gate.beginRebuild(openWrites);
            mine(feed.latency(), this::awaitScan);
        } else {
            mine(world.upTo(FeedWorld.LEASE_NANOS), this::rebuild);
        }
    }

    private void awaitScan() {
        long wait = variant.scansWait() ? recent.nanosToWait() : 0;
        if (wait > 0) {
            mine(machine.worldNanos(wait), this::awaitScan);
            return;
        }
        if (variant.scansHandRecentKeys()) {
            gate.scanned(recent.all());
        }
        mine(feed.latency(), () -> {
            List<Long> there = List.copyOf(feed.visible());
            mine(world.upTo(2 * FeedWorld.LEASE_NANOS), () -> {
                gate.scanned(there);
                gate.endRebuild();
                mine(feed.latency(), this::rebuild);
            });
        });
    }

    // a writer

    private void write() {
        long key = feed.newKey();
        openWrites.add(key);
        gate.adding(key);
        LogData entry = new LogData(
                FeedEntry.KIND,
                new FeedEntry(
                                name,
                                List.of(ByteBuffer.allocate(Long.BYTES)
                                        .putLong(0, key)
                                        .array()))
                        .toBytes());
        announce(key, clocks.now(), new Announcing(announcer, List.of(entry)), world.now());
    }

    private void announce(long key, Moment begun, Announcing announcing, long since) {
        Round<?> round = announcing.next();
        long sent = world.now();
        world.after(feed.latency(), () -> {
            if (feed.isCut()) {
                end(key); // no answer
                return;
            }
            Runnable then = round.ask(writePort);
            List<String> lacking = feed.lacking(key);
            mine(feed.latency(), () -> {
                override = variant.appended(machine, sent, world.now());
                then.run();
                override = null;
                switch (announcing.state()) {
                    case ON_THE_WAY ->
                        mine(
                                machine.worldNanos(announcing.pauseNanos()),
                                () -> announce(key, begun, announcing, since));
                    case SETTLED -> {
                        feed.require(lacking, key);
                        feed.settled(world.now() - since);
                        retire();
                        mine(feed.latency(), () -> insert(key, begun));
                    }
                    default -> end(key);
                }
            });
        });
    }

    private void retire() {
        String uuid = announcer.knownLog();
        if (uuid != null) {
            announcer
                    .takeSilent()
                    .forEach((node, report) -> world.after(feed.latency(), () -> writePort.retire(uuid, node, report)));
        }
    }

    private void insert(long key, Moment begun) {
        if (begun.isYoungerThan(FeedWorld.LONGEST_WRITE, clocks.now()) || !variant.writersObeyLongestWrite()) {
            feed.insert(key);
        }
        end(key);
    }

    private void end(long key) {
        mine(0, () -> {
            openWrites.remove(key);
            mine(world.upTo(2 * FeedWorld.LEASE_NANOS), this::write);
        });
    }

    // what is judged

    /** Beside the gate, a filter that has no store: it is loaded from the log, and then hears entries. */
    private final class Hearing implements LogReader {
        private final LogReader reader;

        Hearing(LogReader reader) {
            this.reader = reader;
        }

        @Override
        public void begin(LogHead head, String identity) {
            heard = feed.keysOfLog();
            reader.begin(head, identity);
        }

        @Override
        public void entry(LogEntry entry) {
            heard.addAll(FeedWorld.keysOf(entry));
            reader.entry(entry);
        }

        @Override
        public void gap(Gap reason) {
            reader.gap(reason);
        }

        @Override
        public boolean createsMissing() {
            return reader.createsMissing();
        }

        @Override
        public void unfit() {
            reader.unfit();
        }
    }

    /** Whether it is current and has not this one. */
    boolean lacksEntry(long key) {
        return isAwake() && follower.isCurrent() && !heard.contains(key);
    }

    private boolean isAwake() {
        return !isGone && world.now() >= pausedUntil;
    }

    /**
     * The first of these keys to which a lookup that begins and ends now says no without asking the store, or
     * -1.
     */
    long wrongNo(List<Long> keys) {
        if (!isAwake() || !gate.answersAlone() || !follower.isCurrent()) {
            seenOf = null;
            return -1;
        }
        feed.count("answers");
        if (seenOf != gate.filter()) {
            seenOf = gate.filter();
            seen = 0;
        }
        for (; seen < keys.size(); seen++) { // a filter forgets nothing: what it had once it has
            if (gate.saysNo(keys.get(seen))) {
                return keys.get(seen);
            }
        }
        return -1;
    }

    /** Where the follower is. */
    Follower.@Nullable Place place() {
        return isGone ? null : follower.place();
    }

    boolean isGone() {
        return isGone;
    }

    String name() {
        return name;
    }
}
