package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Announcer;
import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.log.Round;
import dev.bloomery.redis.internal.server.LineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One process and one shard of a shared filter: the replica with its reader, and the writer. It has no threads: {@link NodeThreads} has, or a simulation.
 *
 * <p>Lookups are for any number of threads and take no lock.
 */
public final class SharedNode {
    /** Entries that a sync takes at most: 64 of 8 KB. */
    private static final int MOST_ENTRIES = 64;

    private static final int ENOUGH_TRIES = 3;

    private final SharedServer server;
    private final SharedPlan plan;
    private final Clocks clocks;
    private final SharedReader reader;
    private final Follower follower;
    private final Announcer announcer;
    private final SharedWriter writer;
    private final Upkeep upkeep;
    private final String seed;
    private boolean readsNext;
    private volatile Runnable wakeReader = () -> {};
    private volatile Runnable wakeWriter = () -> {};

    /** What a node says of a key. */
    public enum Answered {
        NO,
        MAYBE,
        UNKNOWN
    }

    /**
     * A node that has read nothing yet.
     *
     * @param node an id that no other node has or had
     * @param seed as the head has it
     * @param longestNanos for how long a writer tries to add keys
     */
    public SharedNode(
            String node, SharedServer server, SharedPlan plan, String seed, Clocks clocks, long longestNanos) {
        this.server = server;
        this.plan = plan;
        this.seed = seed;
        this.clocks = clocks;
        Lease lease = new Lease(plan.leaseMillis());
        reader = new SharedReader(server, plan.toString(), seed, plan.loss() == SharedPlan.Loss.NOTHING);
        follower = new Follower(node, lease, clocks, reader, MOST_ENTRIES);
        announcer = new Announcer(lease, clocks, true);
        writer = new SharedWriter(node, server, plan, reader, announcer, clocks, longestNanos, () -> wakeReader.run());
        upkeep = new Upkeep(node, server, plan, reader, writer, clocks);
    }

    void wake(Runnable reads, Runnable writes) {
        wakeReader = reads;
        wakeWriter = writes;
    }

    // lookups

    /** What the replica says of the key of this hash, whether or not a no would need more. */
    public Answered askReplica(long hash) {
        Replica current = currentReplica();
        if (current != null) {
            return current.mightContainHash(hash) ? Answered.MAYBE : Answered.NO;
        }
        return reader.replica().mightContainHash(hash) ? Answered.MAYBE : Answered.UNKNOWN;
    }

    /**
     * A replica that was current when this call had begun; null: there is none. Whether it is current is asked before its bits are read, and it must be the same before and after that: one
     * that took its place may have been read from a server that has lost something, and one that was replaced may lack what its successor has.
     */
    @Nullable
    Replica currentReplica() {
        while (true) {
            Replica before = reader.replica();
            if (!follower.isCurrent()) {
                return null;
            }
            if (reader.replica() == before) {
                return before;
            }
        }
    }

    /** {@link #askReplica}, and at the level of confirmation the server is asked about a no. */
    public Answered ask(long hash) {
        return plan.level() == SharedPlan.Level.CONFIRMED ? confirmed(hash) : askReplica(hash);
    }

    private Answered confirmed(long hash) {
        for (int tries = 1; ; tries++) {
            Replica replica = reader.replica();
            if (replica.mightContainHash(hash)) {
                return Answered.MAYBE;
            }
            NodeView view = reader.view();
            Follower.Place place = follower.place();
            if (view == null || place == null || replica.isEmpty() || !view.isWhole()) {
                return Answered.UNKNOWN;
            }
            List<ConfirmRequest.Part> parts = new ArrayList<>();
            for (Replica.Part part : replica.parts()) {
                parts.add(new ConfirmRequest.Part(
                        part.plan().id(), ChunkAdds.of(part.bits(), part.plan().layout(), new long[] {hash})));
            }
            ConfirmRequest request =
                    new ConfirmRequest(place.uuid(), place.position(), GenerationPlan.textOf(replica.plans()), parts);
            Answer<Step> answer;
            try {
                answer = server.confirm(request);
            } catch (LineException problem) {
                return Answered.UNKNOWN;
            }
            if (answer.isDone() && answer.done().isDone()) {
                for (boolean hasAll : answer.done().flags()) {
                    if (hasAll) {
                        return Answered.MAYBE;
                    }
                }
                return Answered.NO;
            }
            wakeReader.run();
            if (tries == ENOUGH_TRIES) {
                return Answered.UNKNOWN;
            }
        }
    }

    // adds

    /** Adds or claims keys; at most {@link #mostHashes} at once. */
    public CompletableFuture<boolean[]> add(long[] hashes, boolean claims) {
        AddBatch batch = new AddBatch(hashes, claims, clocks.now());
        writer.submit(batch);
        wakeWriter.run();
        return batch.done();
    }

    public static int mostHashes() {
        return SharedWriter.mostHashes();
    }

    // rounds

    /** What the reader asks next; never null. */
    public Round<?> nextOfReader() {
        // what upkeep does next is decided by what was read after it did the last
        Round<?> own = readsNext && !upkeep.isBusy() ? null : upkeep.next();
        readsNext = own != null;
        return own == null ? follower.next() : own;
    }

    /** Whether the reader is to ask again at once. */
    public boolean readsOnAtOnce() {
        return readsNext || follower.readsOnAtOnce();
    }

    /** A round of the reader has thrown. */
    void readerFailed(RuntimeException problem) {
        upkeep.failed();
        if (problem instanceof SharedReader.MissingChunkException missing) {
            declareMissing(missing);
        }
    }

    private void declareMissing(SharedReader.MissingChunkException missing) {
        Answer<LogHead> look = server.look();
        if (!look.isDone() || !look.done().uuid().equals(missing.uuid())) {
            return;
        }
        NodeView view = NodeView.of(look.done(), look.identity());
        boolean isStillNeeded = GenerationPlan.parseAll(view.generations()).stream()
                .anyMatch(generation -> generation.id() == missing.chunk().generation());
        if (isStillNeeded && view.state() != HeadState.LOST) {
            Answer<Step> unused = server.change(new ChangeRequest(
                    view.uuid(),
                    UUID.randomUUID().toString(),
                    Map.of(Fields.STATE, view.state().name(), Fields.GENERATIONS, view.generations()),
                    Map.of(Fields.STATE, HeadState.LOST.name()),
                    new LogData(Entries.STATE, new byte[0]),
                    List.of()));
        }
    }

    /** What the writer asks next; null: nothing for {@link #writerPauseNanos}. */
    public @Nullable Round<?> nextOfWriter() {
        return writer.next();
    }

    public long writerPauseNanos() {
        return writer.pauseNanos();
    }

    /** A round of the writer has thrown. */
    public void writerFailed(LineException problem) {
        writer.failed(problem);
    }

    /** Takes silent nodes off the roster. By the thread of the writer. */
    void retireSilent() {
        Follower.Place place = follower.place();
        if (place != null) {
            announcer.retireSilent(server.log(), place.uuid());
        }
    }

    /** Ends it: nothing is current any more, nobody adds. By the threads of reader and writer, which do no more. */
    void endReader() {
        Follower.Place place = follower.place();
        NodeView view = reader.view();
        follower.end();
        if (place != null) {
            var unused = server.log().leave(place.uuid(), follower.node());
            if (view != null && NodeView.has(view.writers(), follower.node()) && view.isWhole()) {
                var unusedToo = server.change(new ChangeRequest(
                        view.uuid(),
                        UUID.randomUUID().toString(),
                        Map.of(Fields.WRITERS, view.writers(), Fields.STATE, HeadState.ACTIVE.name()),
                        Map.of(Fields.WRITERS, NodeView.without(view.writers(), follower.node())),
                        new LogData(Entries.STATE, new byte[0]),
                        List.of()));
            }
        }
    }

    void endWriter() {
        writer.end();
    }

    // what is known

    /** Whether a no may be said now. */
    public boolean isCurrent() {
        return follower.isCurrent();
    }

    Follower follower() {
        return follower;
    }

    /** The moment of the last sync that may be trusted; null: none. */
    public @Nullable Moment trusted() {
        return follower.trusted();
    }

    public Follower.@Nullable Place place() {
        return follower.place();
    }

    /** What the head says; null if it was not read yet. */
    public @Nullable HeadState state() {
        NodeView view = reader.view();
        return view == null ? null : view.state();
    }

    /** Whether what the head says holds for the server that answers. */
    public boolean isSound() {
        NodeView view = reader.view();
        return view != null && view.isSound();
    }

    /** Whether the server has lost what it was said not to lose. */
    public boolean provesLoss() {
        return reader.provesLoss();
    }

    /** Why nothing is read; null: it is. */
    public @Nullable Gap lastGap() {
        return reader.lastGap();
    }

    /** Whether another filter is there under this name. */
    public boolean isUnfit() {
        return reader.isUnfit();
    }

    /** How often all bits were read: 0: when it began, 1: after a gap, 2: after a loss. */
    public long loads(int reason) {
        return reader.loads(reason);
    }

    public long memoryBytes() {
        return reader.replica().memoryBytes();
    }

    public double currentFpp() {
        return reader.replica().isEmpty() ? 0 : reader.replica().currentFpp();
    }

    public int generations() {
        return reader.replica().parts().size();
    }

    Replica replica() {
        return reader.replica();
    }

    /** All bits that this node has: those from before a gap, and those that came after it. */
    Replica richest() {
        Replica richest = reader.richest();
        Replica replica = reader.replica();
        if (richest == replica || richest.isEmpty()) {
            return replica;
        }
        return richest.unionWith(replica);
    }

    @Nullable
    NodeView view() {
        return reader.view();
    }

    public SharedServer server() {
        return server;
    }

    public SharedPlan plan() {
        return plan;
    }

    String seed() {
        return seed;
    }
}
