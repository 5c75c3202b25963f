package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.simulation.Simulation;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Processes with replicas over one server, which loses, forgets, trims and evicts what it has. After each event every process is asked for every key whose add has returned: none may say no.
 */
final class SharedWorld {
    static final long LEASE_NANOS = 100_000_000;
    private static final List<SharedPlan.Loss> LOSSES = List.of(SharedPlan.Loss.values());
    static final String SEED = "seed";
    private static final long END = 80 * LEASE_NANOS;
    private static final long QUIET = 50 * LEASE_NANOS;
    private static final int MOST_PROCESSES = 6;
    private static final long LOSS_NANOS = 3 * LEASE_NANOS;

    final Simulation world;
    final SharedVariant variant;
    final SharedPlan plan;
    final ModelShared server;
    private final Map<String, Long> counts;
    private final List<SharedProcess> processes = new ArrayList<>();
    private final List<Long> returned = new ArrayList<>();
    private final Set<Long> begun = new TreeSet<>();
    private final double slow;
    private final double cut;
    private final int keys;
    private long addedInQuiet;
    private @Nullable String wrong;

    SharedWorld(long seed, SharedVariant variant, Map<String, Long> counts) {
        this.world = new Simulation(seed);
        this.variant = variant;
        this.counts = counts;
        slow = Math.pow(world.random().nextDouble(), 4) / 10;
        cut = Math.pow(world.random().nextDouble(), 4) / 20;
        keys = world.chance(0.5) ? 10 : 200; // many adds of the same key, or few
        SharedPlan.Loss any = LOSSES.get(world.random().nextInt(LOSSES.size()));
        SharedPlan.Loss loss = variant.loss() == null ? any : variant.loss();
        plan = new SharedPlan(
                SharedPlan.Level.LEASED,
                LEASE_NANOS / 1_000_000,
                loss,
                loss == SharedPlan.Loss.LAST_WRITES ? LOSS_NANOS / 1_000_000 : 0,
                world.chance(0.5),
                0,
                1,
                0,
                1,
                BloomSpec.of(30, 0.001).withLayout(Layout.BLOCKED).sized());
        server = new ModelShared(plan.leaseMillis(), () -> world.now() / 1_000_000);
    }

    @Nullable
    String run() {
        String unused = Foundation.create(server, "", plan, SEED, HeadState.ACTIVE, List.of());
        int first = 2 + world.random().nextInt(2);
        for (int i = 0; i < first; i++) {
            join();
        }
        double troubles = 1 + world.random().nextInt(6);
        world.after(world.upTo((long) (QUIET / troubles)), () -> trouble((long) (2 * QUIET / troubles)));
        world.after(5 * LEASE_NANOS, this::mend);
        world.run(END, this::judge);
        if (wrong == null && addedInQuiet == 0 && plan.loss() == SharedPlan.Loss.NOTHING) {
            wrong = "nothing can be added any more";
        }
        return wrong;
    }

    private void join() {
        SharedProcess process = new SharedProcess(this, "process-" + processes.size());
        processes.add(process);
        process.start(2);
    }

    boolean isQuiet() {
        return world.now() > QUIET;
    }

    private void trouble(long pause) {
        if (isQuiet()) {
            return;
        }
        switch (world.random().nextInt(7)) {
            case 0, 1 -> failOver();
            case 2 -> {
                server.trim(1 + world.random().nextInt(3));
                count("trims");
            }
            case 3 -> {
                if (plan.loss() == SharedPlan.Loss.ANYTHING) {
                    server.flush();
                    count("flushes");
                }
            }
            case 4 -> {
                if (plan.loss() == SharedPlan.Loss.ANYTHING) {
                    server.evict();
                    count("evictions");
                }
            }
            case 5 -> {
                if (plan.loss() != SharedPlan.Loss.LAST_WRITES) {
                    processes.get(world.random().nextInt(processes.size())).kill();
                    count("kills");
                }
                joinIfFew();
            }
            default -> joinIfFew();
        }
        world.after(world.upTo(pause), () -> trouble(pause));
    }

    private void joinIfFew() {
        if (processes.size() < MOST_PROCESSES) {
            join();
            count("joins");
        }
    }

    private void failOver() {
        switch (plan.loss()) {
            case ANYTHING -> server.failOver(world.random().nextInt(60), 0);
            case NOTHING -> server.failOver(0, 0);
            case LAST_WRITES ->
                server.failOver(world.random().nextInt(200), (world.now() - LOSS_NANOS) / 1_000_000 + 1);
        }
        count("failovers " + plan.loss());
    }

    /** Somebody looks whether the filter is lost, and fills it again. */
    private void mend() {
        boolean isWhole = server.field(Fields.STATE).equals("ACTIVE")
                && server.field(Fields.SERVER).equals(server.identity());
        if (plan.loss() == SharedPlan.Loss.ANYTHING && !isWhole) {
            String uuid = Foundation.create(server, server.uuid(), plan, SEED, HeadState.FILLING, List.of());
            world.after(latency(), () -> fill(uuid));
        }
        world.after(10 * LEASE_NANOS, this::mend);
    }

    private void fill(@Nullable String uuid) {
        for (SharedProcess process : processes) {
            if (uuid != null
                    && process.isAwake()
                    && Foundation.isAt(process.node, uuid)
                    && process.node.state() == HeadState.FILLING) {
                Foundation.Bits collected = Foundation.emptyBits(plan);
                begun.forEach(collected::add);
                try {
                    Foundation.finish(process.node.server(), uuid, collected, returned.size());
                    count("refills");
                } catch (dev.bloomery.redis.internal.server.LineException interrupted) {
                    count("refills that failed");
                }
                return;
            }
        }
        if (server.uuid().equals(uuid)) {
            world.after(LEASE_NANOS, () -> fill(uuid));
        }
    }

    private void judge() {
        for (SharedProcess process : processes) {
            if (wrong == null && process.isAwake() && process.node.isCurrent()) {
                int from = Math.max(0, returned.size() - 12);
                for (long hash : returned.subList(from, returned.size())) {
                    if (process.node.askReplica(hash) == SharedNode.Answered.NO) {
                        wrong("a key whose add has returned is not there");
                    }
                }
            }
        }
    }

    void wrong(String what) {
        if (wrong == null) {
            wrong = what + ", after " + world.now() / 1_000_000 + " ms, with " + plan.loss();
        }
    }

    void returned(long hash) {
        returned.add(hash);
        count("adds");
        addedInQuiet += world.now() > QUIET + 25 * LEASE_NANOS ? 1 : 0;
    }

    int returnedCount() {
        return returned.size();
    }

    /** One of those whose adds have returned, or one that nobody adds. */
    long returnedHash() {
        return returned.isEmpty() ? 0 : returned.get(world.random().nextInt(returned.size()));
    }

    /** One that is added now. */
    long someHash() {
        long hash = new SplittableRandom(1 + world.random().nextInt(keys)).nextLong();
        begun.add(hash);
        return hash;
    }

    long latency() {
        return world.chance(slow) ? world.upTo(3 * LEASE_NANOS) : 200_000 + world.upTo(2_000_000);
    }

    boolean isCut() {
        return world.chance(cut);
    }

    void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }
}
