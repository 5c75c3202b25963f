package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Round;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.simulation.SimClocks;
import dev.bloomery.redis.simulation.Simulation;
import java.util.concurrent.CompletableFuture;

/** A process of a simulated world: the node of production, with a reader, a writer, and callers that add and look up. All of them stop when it is paused. */
final class SharedProcess {
    private final SharedWorld shared;
    private final Simulation world;
    private final SimClocks clocks;
    private final LogServer log;
    final SharedNode node;
    private long pausedUntil;
    private boolean isGone;

    SharedProcess(SharedWorld shared, String name) {
        this.shared = shared;
        this.world = shared.world;
        clocks = new SimClocks(world, 0.955 + 0.09 * world.random().nextDouble(), world.upTo(1_000_000_000_000L));
        SharedServer server = shared.variant.serverFor(shared.server);
        log = server.log();
        node = new SharedNode(name, server, shared.plan, SharedWorld.SEED, clocks, 20 * SharedWorld.LEASE_NANOS);
    }

    void start(int callers) {
        mine(0, this::read);
        mine(0, this::write);
        for (int i = 0; i < callers; i++) {
            mine(world.upTo(SharedWorld.LEASE_NANOS), this::add);
            mine(world.upTo(SharedWorld.LEASE_NANOS), this::look);
        }
        mine(world.upTo(20 * SharedWorld.LEASE_NANOS), this::pauseNowAndThen);
    }

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
        if (shared.isQuiet()) {
            return;
        }
        long pause = world.upTo(4 * SharedWorld.LEASE_NANOS);
        pausedUntil = world.now() + pause;
        if (world.chance(0.3)) {
            world.after(pause, () -> clocks.sleptFor(pause));
        }
        world.after(pause, () -> mine(world.upTo(40 * SharedWorld.LEASE_NANOS), this::pauseNowAndThen));
    }

    void kill() {
        isGone = true;
    }

    boolean isAwake() {
        return !isGone && world.now() >= pausedUntil;
    }

    boolean isGone() {
        return isGone;
    }

    private void read() {
        Round<?> round = node.nextOfReader();
        if (shared.isCut()) {
            mine(shared.latency(), this::read);
            return;
        }
        world.after(shared.latency(), () -> {
            Runnable then = round.ask(log);
            mine(shared.latency(), () -> {
                boolean failed = false;
                try {
                    then.run();
                } catch (RuntimeException problem) {
                    failed = true;
                    node.readerFailed(problem);
                }
                long pause = failed || !node.readsOnAtOnce() ? world.upTo(SharedWorld.LEASE_NANOS / 4) : 0;
                mine(pause, this::read);
            });
        });
    }

    private void write() {
        Round<?> round = node.nextOfWriter();
        if (round == null) {
            mine(
                    Math.min(
                                    SharedWorld.LEASE_NANOS / 20,
                                    clocks.worldNanos(Math.min(node.writerPauseNanos(), 1_000_000_000)))
                            + 1,
                    this::write);
            return;
        }
        boolean isCut = shared.isCut();
        boolean arrives = !isCut || world.chance(0.5);
        world.after(shared.latency(), () -> {
            Runnable then = arrives ? round.ask(log) : () -> {};
            mine(shared.latency(), () -> {
                if (isCut) {
                    node.writerFailed(LineException.noAnswer("cut", null));
                } else {
                    then.run();
                }
                mine(0, this::write);
            });
        });
    }

    private void add() {
        if (world.chance(0.5)) {
            long hash = shared.someHash();
            boolean claims = world.chance(0.1);
            CompletableFuture<boolean[]> done = node.add(new long[] {hash}, claims);
            var unused = done.whenComplete((fresh, problem) -> {
                if (problem == null) {
                    shared.returned(hash);
                } else {
                    shared.count("failed adds");
                }
            });
        }
        mine(world.upTo(SharedWorld.LEASE_NANOS / 2), this::add);
    }

    /** A lookup in two halves, between which others act. */
    private void look() {
        int known = shared.returnedCount();
        Replica current = node.currentReplica();
        long hash = shared.returnedHash();
        boolean hasBits = node.replica().mightContainHash(hash);
        mine(world.chance(0.3) ? world.upTo(SharedWorld.LEASE_NANOS / 2) : 0, () -> {
            boolean isNo = switch (shared.variant.lookup()) {
                case RIGHT -> current != null && !current.mightContainHash(hash);
                case CURRENCY_LATER -> !hasBits && node.isCurrent();
                case REPLICA_LATER -> current != null && !node.replica().mightContainHash(hash);
            };
            if (isNo && known > 0) {
                shared.wrong("a lookup that began after the add had returned said no");
            }
            shared.count(isNo ? "noes" : "lookups");
            mine(world.upTo(SharedWorld.LEASE_NANOS / 4), this::look);
        });
    }
}
