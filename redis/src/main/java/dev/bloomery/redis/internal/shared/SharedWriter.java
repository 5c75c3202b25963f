package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Announcement;
import dev.bloomery.redis.internal.log.Announcer;
import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.Round;
import dev.bloomery.redis.internal.server.LineException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Brings the keys of a node to the server, those of several callers at once, and lets each caller go when every reader has them.
 *
 * <ol>
 *   <li>What is sent together is one step of the server and one entry of the log. While it is under way, what comes next gathers.
 *   <li>At the level of leases a caller waits until the entry is settled. The newest of several entries that wait is watched; when it is settled, those before it are, too.
 *   <li>A batch of which no key was new waits as well: for the last entry that the server had, because the bits that made its keys look known may not have come to every reader.
 *   <li>An entry that is lost before it is settled is sent again. A claim is not: who has won is not known then.
 *   <li>Where the server may lose its last writes, a writer is registered, and for as long as the server may lose, before it adds. So whoever has added something that is lost is among the
 *       writers that the server still knows.
 * </ol>
 *
 * <p>One thread takes the rounds and runs them; {@link #submit} is for any number.
 */
final class SharedWriter {
    private static final int MOST_HASHES = 1_024;
    private static final int MOST_WAITING = 64;
    private static final long RETRY_PAUSE = 5_000_000;
    private static final long LONGEST_GROWTH = 2_000_000_000;

    private final String node;
    private final SharedServer server;
    private final SharedPlan plan;
    private final SharedReader reader;
    private final Announcer announcer;
    private final Clocks clocks;
    private final long longestNanos;
    private final Runnable wakeReader;

    private final Queue<AddBatch> submitted = new ConcurrentLinkedQueue<>();
    private final Deque<AddBatch> queued = new ArrayDeque<>();
    private final Deque<Sent> waiting = new ArrayDeque<>();
    private List<AddBatch> underWay = List.of();
    private @Nullable Sent watched;
    private @Nullable Moment watchedSince;
    private long watchPause;
    private @Nullable Moment pausedSince;
    private long pause;
    private boolean watchesNext;
    private @Nullable Moment registered;
    private @Nullable Moment fullSince;
    private volatile @Nullable Replica incomplete;
    private volatile String fullGeneration = "";

    /** What was sent at once, and how far it has come. */
    private static final class Sent {
        final List<AddBatch> batches;
        final Announcement announcement;

        Sent(List<AddBatch> batches, Announcement announcement) {
            this.batches = batches;
            this.announcement = announcement;
        }
    }

    SharedWriter(
            String node,
            SharedServer server,
            SharedPlan plan,
            SharedReader reader,
            Announcer announcer,
            Clocks clocks,
            long longestNanos,
            Runnable wakeReader) {
        this.node = node;
        this.server = server;
        this.plan = plan;
        this.reader = reader;
        this.announcer = announcer;
        this.clocks = clocks;
        this.longestNanos = longestNanos;
        this.wakeReader = wakeReader;
    }

    /** Takes keys; of more than {@link #mostHashes} at once others would wait long. */
    void submit(AddBatch batch) {
        submitted.add(batch);
    }

    static int mostHashes() {
        return MOST_HASHES;
    }

    /** What to ask next; null: nothing, for {@link #pauseNanos}. */
    @Nullable
    Round<?> next() {
        takeSubmitted();
        failOverdue();
        Moment now = clocks.now();
        boolean mayWatch = !waiting.isEmpty() && watchPauseIsOver(now);
        boolean maySend = !queued.isEmpty() && waiting.size() < MOST_WAITING && sendPauseIsOver(now);
        if (maySend && !(mayWatch && watchesNext)) {
            watchesNext = true;
            return send();
        }
        if (mayWatch) {
            watchesNext = false;
            return watch();
        }
        return null;
    }

    /** How long nothing is to be asked, unless keys come. */
    long pauseNanos() {
        Moment now = clocks.now();
        long nanos = Long.MAX_VALUE;
        if (!submitted.isEmpty()) {
            nanos = 0;
        }
        if (!queued.isEmpty() && waiting.size() < MOST_WAITING) {
            nanos = Math.min(nanos, pausedSince == null ? 0 : pause - pausedSince.nanosUntil(now));
        }
        if (!waiting.isEmpty()) {
            nanos = Math.min(nanos, watchedSince == null ? 0 : watchPause - watchedSince.nanosUntil(now));
        }
        return Math.max(0, nanos);
    }

    boolean isIdle() {
        return submitted.isEmpty() && queued.isEmpty() && waiting.isEmpty() && underWay.isEmpty();
    }

    private void takeSubmitted() {
        for (AddBatch batch = submitted.poll(); batch != null; batch = submitted.poll()) {
            queued.add(batch);
        }
    }

    private boolean sendPauseIsOver(Moment now) {
        return pausedSince == null || pausedSince.nanosUntil(now) >= pause;
    }

    private boolean watchPauseIsOver(Moment now) {
        return watched == null || watchedSince == null || watchedSince.nanosUntil(now) >= watchPause;
    }

    private void pauseSending(long nanos) {
        pausedSince = clocks.now();
        pause = nanos;
    }

    private void failOverdue() {
        Moment now = clocks.now();
        for (Iterator<AddBatch> all = queued.iterator(); all.hasNext(); ) {
            AddBatch batch = all.next();
            if (batch.begun.nanosUntil(now) > longestNanos) {
                all.remove();
                fail(batch, "the keys could not be added within " + longestNanos / 1_000_000 + " ms: " + why(), null);
            }
        }
    }

    private String why() {
        NodeView view = reader.view();
        if (reader.isUnfit()) {
            return "there is another filter under this name now; open it anew";
        }
        if (view == null || reader.lastGap() != null) {
            return "the filter cannot be read";
        }
        return "the server has not taken them; the filter is " + view.state();
    }

    private static void fail(AddBatch batch, String message, @Nullable Throwable cause) {
        batch.done.completeExceptionally(new AddFailure(message, cause, batch.mayBeDone || batch.fresh != null));
    }

    // sending

    private @Nullable Round<?> send() {
        NodeView view = reader.view();
        Replica replica = reader.replica();
        if (view == null || replica.isEmpty() || reader.isUnfit()) {
            pauseSending(RETRY_PAUSE);
            return null;
        }
        if (plan.growing() && waitsForGrowth(replica)) {
            pauseSending(RETRY_PAUSE);
            return null;
        }
        if (plan.loss() == SharedPlan.Loss.LAST_WRITES) {
            long wait = nanosToAdding(view);
            if (wait > 0) {
                pauseSending(wait);
                return null;
            }
            if (wait < 0) {
                return register(view);
            }
        }
        List<AddBatch> batches = new ArrayList<>();
        int count = 0;
        boolean claims = false;
        while (!queued.isEmpty() && (batches.isEmpty() || count + queued.peek().hashes.length <= MOST_HASHES)) {
            AddBatch batch = queued.poll();
            count += batch.hashes.length;
            claims |= batch.claims;
            batches.add(batch);
        }
        Request request = new Request(batches, count, replica);
        underWay = batches;
        String nonce = UUID.randomUUID().toString();
        boolean needsWhole = claims;
        return new Round<>(
                unused -> server.add(new AddRequest(
                        view.uuid(),
                        nonce,
                        replica.newest().plan().id(),
                        view.older(),
                        plan.loss() == SharedPlan.Loss.LAST_WRITES ? node : "",
                        needsWhole,
                        request.chunks)),
                answer -> answered(view, replica, request, needsWhole, answer));
    }

    /** Whether the newest generation is full, and there will be another one soon; so that a burst does not fill it further. */
    private boolean waitsForGrowth(Replica replica) {
        String newest = String.valueOf(replica.newest().plan().id());
        if (!newest.equals(fullGeneration)) {
            fullSince = null;
            return false;
        }
        Moment now = clocks.now();
        if (fullSince == null) {
            fullSince = now;
            wakeReader.run();
        }
        return fullSince.nanosUntil(now) < LONGEST_GROWTH;
    }

    /** Hashes of several batches, sorted by chunk. What an older generation has is not sent, unless it is to be remembered for longer. */
    private final class Request {
        final boolean[] isOld;
        final List<ChunkAdds> chunks;
        private final int[] sentPlaces;

        Request(List<AddBatch> batches, int count, Replica replica) {
            isOld = new boolean[count];
            int[] places = new int[count];
            long[] sent = new long[count];
            int sentCount = 0;
            int at = 0;
            for (AddBatch batch : batches) {
                for (long hash : batch.hashes) {
                    isOld[at] = replica.olderMightContainHash(hash);
                    if (!isOld[at] || plan.isWindowed()) {
                        places[sentCount] = at;
                        sent[sentCount++] = hash;
                    }
                    at++;
                }
            }
            sentPlaces = Arrays.copyOf(places, sentCount);
            Replica.Part newest = replica.newest();
            chunks = ChunkAdds.of(newest.bits(), newest.plan().layout(), Arrays.copyOf(sent, sentCount));
        }

        /** Which keys were new, in the order of the batches. */
        boolean[] fresh(boolean[] flags) {
            boolean[] fresh = new boolean[isOld.length];
            int at = 0;
            for (ChunkAdds chunk : chunks) {
                for (int place : chunk.places()) {
                    int key = sentPlaces[place];
                    fresh[key] = flags[at++] && !isOld[key];
                }
            }
            return fresh;
        }
    }

    private void answered(NodeView view, Replica replica, Request request, boolean needsWhole, Answer<Step> answer) {
        List<AddBatch> batches = underWay;
        underWay = List.of();
        announcer.saw(view.uuid(), answer);
        if (!answer.isDone()) {
            sendAgain(batches);
            return;
        }
        Step step = answer.done();
        switch (step.result()) {
            case STALE -> {
                if (needsWhole && !isWholeNow()) {
                    refuseClaims(batches);
                }
                sendAgain(batches.stream().filter(batch -> !batch.done.isDone()).toList());
            }
            case LOST -> {
                incomplete = replica;
                batches.forEach(batch ->
                        fail(batch, "a part of the bits is missing in Redis; it was evicted or deleted", null));
            }
            case DONE -> added(view, replica, batches, request, step, answer.identity());
        }
    }

    private boolean isWholeNow() {
        NodeView view = reader.view();
        return view != null && view.isWhole();
    }

    private static void refuseClaims(List<AddBatch> batches) {
        for (AddBatch batch : batches) {
            if (batch.claims) {
                fail(batch, "the filter is not whole, so nobody can tell whether a key is new", null);
            }
        }
    }

    /** Later, when the reader may know more. */
    private void sendAgain(List<AddBatch> batches) {
        for (int i = batches.size() - 1; i >= 0; i--) {
            queued.addFirst(batches.get(i));
        }
        pauseSending(RETRY_PAUSE);
        wakeReader.run();
    }

    private void added(
            NodeView view, Replica replica, List<AddBatch> batches, Request request, Step step, String identity) {
        pausedSince = null;
        boolean[] fresh = request.fresh(step.flags());
        Replica.Part newest = replica.newest();
        int at = 0;
        for (AddBatch batch : batches) {
            boolean[] own = new boolean[batch.hashes.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = fresh[at];
                // only what the server has: what a replica has, the others are believed to have
                if (plan.isWindowed() || !request.isOld[at]) {
                    boolean unused = newest.bits().addHash(batch.hashes[i]);
                }
                at++;
            }
            if (batch.fresh == null) {
                batch.fresh = own;
            }
        }
        if (step.keys() >= newest.plan().spec().capacity()) {
            fullGeneration = String.valueOf(newest.plan().id());
        }
        if (plan.level() != SharedPlan.Level.LEASED) {
            NodeView now = reader.view();
            if (now != null && now.uuid().equals(view.uuid()) && now.identity().equals(identity)) {
                batches.forEach(SharedWriter::complete);
            } else {
                sendAgain(batches); // bits that are brought back may have been read before they were set here
            }
            return;
        }
        Position position = Objects.requireNonNull(step.position());
        waiting.add(new Sent(batches, announcer.appended(view.uuid(), identity, position)));
    }

    private static void complete(AddBatch batch) {
        batch.done.complete(Objects.requireNonNull(batch.fresh));
    }

    // waiting for the readers

    private @Nullable Round<?> watch() {
        Sent newest = watched;
        if (newest == null) {
            newest = waiting.getLast();
            watched = newest;
            watchedSince = clocks.now();
            watchPause = newest.announcement.pauseNanos();
            if (watchPause > 0) {
                return null;
            }
        }
        Sent sent = newest;
        Round<?> look = sent.announcement.next();
        return new Round<>(
                log -> {
                    Runnable then = look.ask(log);
                    return Answer.done("", then);
                },
                then -> {
                    then.done().run();
                    watchedSince = clocks.now();
                    switch (sent.announcement.state()) {
                        case WAITING -> watchPause = sent.announcement.pauseNanos();
                        case SETTLED -> endWatch(sent, true);
                        case LOST -> endWatch(sent, false);
                    }
                });
    }

    private void endWatch(Sent last, boolean isSettled) {
        watched = null;
        List<AddBatch> lost = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Sent sent = waiting.poll();
            // those before it in the same history are settled with it; those of another one are not
            boolean isBefore = isSettled && sent.announcement.isBefore(last.announcement);
            for (AddBatch batch : sent.batches) {
                if (isBefore) {
                    complete(batch);
                } else if (batch.claims) {
                    fail(batch, "the server has lost the claim before everybody knew of it", null);
                } else {
                    lost.add(batch);
                }
            }
            if (sent == last) {
                break;
            }
        }
        if (!lost.isEmpty()) {
            sendAgain(lost);
        }
    }

    // registration

    /** How long until this writer may add; 0: now. Negative: it is to be registered first. */
    private long nanosToAdding(NodeView view) {
        Moment since = registered;
        if (since == null || !NodeView.has(view.writers(), node)) {
            return -1;
        }
        return Math.max(0, plan.lossMillis() * 1_100_000 - since.nanosUntil(clocks.now()));
    }

    private @Nullable Round<?> register(NodeView view) {
        if (registered != null && !NodeView.has(view.writers(), node)) {
            wakeReader.run(); // it may have to read that this writer is registered
        }
        if (NodeView.has(view.writers(), node)) {
            registered = clocks.now(); // not known for how long
            return null;
        }
        String nonce = UUID.randomUUID().toString();
        return new Round<>(
                unused -> server.change(new ChangeRequest(
                        view.uuid(),
                        nonce,
                        Map.of(Fields.WRITERS, view.writers()),
                        Map.of(Fields.WRITERS, NodeView.with(view.writers(), node)),
                        new LogData(Entries.STATE, new byte[0]),
                        List.of())),
                answer -> {
                    announcer.saw(view.uuid(), answer);
                    boolean isDone = answer.isDone() && answer.done().isDone();
                    registered = isDone ? clocks.now() : null;
                    pauseSending(RETRY_PAUSE);
                    wakeReader.run();
                });
    }

    // failures

    /** A round has thrown. */
    void failed(LineException problem) {
        List<AddBatch> batches = underWay;
        underWay = List.of();
        pauseSending(RETRY_PAUSE);
        if (watched != null) {
            watchedSince = clocks.now();
            watchPause = RETRY_PAUSE;
        }
        List<AddBatch> again = new ArrayList<>();
        for (AddBatch batch : batches) {
            batch.mayBeDone |= problem.mayBeDone();
            if (batch.claims && batch.mayBeDone) {
                fail(batch, "it is not known whether the server has taken the claim", problem);
            } else {
                again.add(batch);
            }
        }
        if (!again.isEmpty()) {
            sendAgain(again);
        }
        failWaitingOverdue(problem);
    }

    private void failWaitingOverdue(LineException problem) {
        Moment now = clocks.now();
        while (!waiting.isEmpty() && waiting.peek().batches.get(0).begun.nanosUntil(now) > longestNanos) {
            Sent sent = waiting.poll();
            if (sent == watched) {
                watched = null;
            }
            sent.batches.forEach(batch -> fail(
                    batch,
                    "the keys are at the server, but it cannot be asked whether all readers have them",
                    problem));
        }
    }

    /** Nobody adds any more. */
    void end() {
        takeSubmitted();
        queued.forEach(batch -> fail(batch, "the filter was closed", null));
        queued.clear();
        waiting.forEach(sent -> sent.batches.forEach(batch -> fail(batch, "the filter was closed", null)));
        waiting.clear();
    }

    /** Whether a step has found that a chunk of this replica is missing at the server; once. What was missing of an earlier one says nothing of it. */
    boolean takeMissing(Replica replica) {
        Replica found = incomplete;
        incomplete = null;
        return found == replica;
    }

    /** The number of a generation that has as many keys as it is made for, or more; empty: none. */
    String fullGeneration() {
        return fullGeneration;
    }
}
