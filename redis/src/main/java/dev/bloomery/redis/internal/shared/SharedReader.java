package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogReader;
import dev.bloomery.redis.internal.log.Synced;
import dev.bloomery.redis.internal.server.LineException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the replica of a node up to date.
 *
 * <ol>
 *   <li>It begins with the bits of every chunk, read after the head: so they have everything up to the position of the head, and the log brings the rest.
 *   <li>Within a history bits are only set, never cleared: what is read twice does no harm. After a gap it begins with none, because a bit that the server has lost would make a writer believe that
 *       the others have the key. Those of before are kept, so that they can be brought back, until the bits are whole again.
 *   <li>A chunk is believed only from the server of the log, and only if its length and its header are those of its creation. A missing one is a loss, not a chunk of zeros.
 *   <li>It may be trusted if the head says that the bits are whole, and says so for the server that answers.
 * </ol>
 *
 * <p>The methods of the log are called by one thread; what it knows may be read by any number.
 */
final class SharedReader implements LogReader {
    private final SharedServer server;
    private final String plan;
    private final String seed;
    private final boolean serverLosesNothing;

    private volatile Replica replica = Replica.none();
    private volatile @Nullable NodeView view;
    private volatile @Nullable Gap lastGap;
    private volatile boolean isUnfit;
    private String uuid = "";
    private String identity = "";
    private final AtomicLongArray loads = new AtomicLongArray(3);
    private boolean lost;
    private boolean adopting;
    private volatile boolean provesLoss;
    private volatile Replica richest = Replica.none();

    SharedReader(SharedServer server, String plan, String seed, boolean serverLosesNothing) {
        this.server = server;
        this.plan = plan;
        this.seed = seed;
        this.serverLosesNothing = serverLosesNothing;
    }

    @Override
    public void begin(LogHead followed, String now) {
        Answer<LogHead> all = server.look();
        if (!all.isDone() || !all.done().uuid().equals(followed.uuid())) {
            throw LineException.notSent("the filter was replaced while it was read; it is read again", null);
        }
        LogHead head = all.done();
        isUnfit = !NodeView.field(head, Fields.PLAN).equals(plan)
                || !NodeView.field(head, Fields.SEED).equals(seed);
        if (isUnfit) {
            return;
        }
        boolean isSame = uuid.equals(followed.uuid());
        List<GenerationPlan> plans = GenerationPlan.parseAll(NodeView.field(followed, Fields.GENERATIONS));
        Replica next = Replica.none().with(plans);
        identity = now;
        for (Replica.Part part : next.parts()) {
            for (ChunkName chunk : ChunkName.allOf(part.plan())) {
                load(followed.uuid(), part, chunk, true);
            }
        }
        requireSame(followed.uuid());
        loads.incrementAndGet(view == null ? 0 : lost ? 2 : 1);
        lost = false;
        Replica before = replica;
        uuid = followed.uuid();
        replica = next;
        view = NodeView.of(followed, now);
        if (!isSame) {
            richest = next;
            provesLoss = false;
        } else if (before != richest) {
            richest = richest.unionWith(
                    before); // after the view: a writer looks at it when it has set bits in the one of before
        }
    }

    private void load(String of, Replica.Part part, ChunkName chunk, boolean isNew) {
        Step step = server.chunk(of, chunk);
        if (!step.isDone()) {
            throw new MissingChunkException(of, chunk);
        }
        long start = part.plan().layout().start(chunk.chunk());
        int length = step.chunk().length - ChunkLayout.HEADER;
        if (isNew) {
            part.bits().orBytesAlone(start, step.chunk(), ChunkLayout.HEADER, length);
        } else {
            part.bits().orBytes(start, step.chunk(), ChunkLayout.HEADER, length);
        }
    }

    /** What was read is of the server and of the filter that the log is of. */
    private void requireSame(String of) {
        Answer<LogHead> now = server.look();
        if (!now.isDone()
                || !now.identity().equals(identity)
                || !now.done().uuid().equals(of)) {
            throw LineException.notSent("another server or another filter answers than before; it is read again", null);
        }
    }

    @Override
    public void entry(LogEntry entry) {
        switch (entry.kind()) {
            case Entries.ADD -> {
                Replica.Part newest = replica.newest();
                for (long hash : ChunkAdds.hashesOf(entry.data())) {
                    boolean unused = newest.bits().addHash(hash);
                }
            }
            case Entries.MERGE -> merge(text(entry));
            case Entries.GENERATIONS -> replaceBy(replica.with(GenerationPlan.parseAll(text(entry))));
            case Entries.RELOAD -> throw new BeginsAgainException();
            default -> {
                // the head says the rest
            }
        }
    }

    private void replaceBy(Replica next) {
        boolean wasRichest = richest == replica;
        replica = next;
        if (wasRichest) {
            richest = next;
        }
    }

    private static String text(LogEntry entry) {
        return new String(entry.data(), StandardCharsets.UTF_8);
    }

    private void merge(String where) {
        int space = where.indexOf(' ');
        int chunk = Integer.parseInt(where.substring(space + 1));
        replica.part(Integer.parseInt(where.substring(0, space))).ifPresent(part -> {
            int length = part.plan().layout().length(chunk);
            load(uuid, part, new ChunkName(part.plan().id(), chunk, length), false);
            requireSame(uuid);
        });
    }

    @Override
    public boolean synced(Synced answer) {
        if (isUnfit) {
            return false;
        }
        NodeView now = NodeView.of(answer.head(), identity);
        view = now;
        lastGap = null;
        adopting = false;
        if (now.isWhole()) {
            richest = replica;
        }
        return now.isWhole();
    }

    @Override
    public void gap(Gap reason) {
        lastGap = reason;
        lost |= reason == Gap.SERVER || reason == Gap.GONE || reason == Gap.OTHER;
        provesLoss |= adopting && reason == Gap.CHAIN;
        adopting = false;
    }

    @Override
    public boolean adopts(String before, String now) {
        boolean isMoved = server.pointsElsewhere(before);
        if (serverLosesNothing || isMoved) {
            identity = now;
            adopting = !isMoved;
        }
        return serverLosesNothing || isMoved;
    }

    @Override
    public boolean createsMissing() {
        lastGap = Gap.GONE;
        return false;
    }

    @Override
    public void unfit() {
        isUnfit = true;
    }

    long loads(int reason) {
        return loads.get(reason);
    }

    Replica replica() {
        return replica;
    }

    /** The replica with all generations that this node knows of, also of those that the server has lost since. */
    Replica richest() {
        return richest;
    }

    /** Whether the server has lost entries that this node had read, though it was said to lose nothing. */
    boolean provesLoss() {
        return provesLoss;
    }

    /** What the head said; null before the first sync. */
    @Nullable
    NodeView view() {
        return view;
    }

    /** Why nothing is read at present; null: it is. */
    @Nullable
    Gap lastGap() {
        return lastGap;
    }

    /** Whether another filter is there under the name. */
    boolean isUnfit() {
        return isUnfit;
    }

    /** All is to be read again; no failure. */
    static final class BeginsAgainException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BeginsAgainException() {
            super("a loss was accepted, so the bits are read again");
        }
    }

    /** A chunk is missing at the server, or is none. */
    static final class MissingChunkException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final String uuid;
        private final transient ChunkName chunk;

        MissingChunkException(String uuid, ChunkName chunk) {
            super("a part of the bits is missing in Redis; it was evicted or deleted");
            this.uuid = uuid;
            this.chunk = chunk;
        }

        String uuid() {
            return uuid;
        }

        ChunkName chunk() {
            return chunk;
        }
    }
}
