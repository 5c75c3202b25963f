package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.log.Round;
import dev.bloomery.redis.internal.server.LineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a node does for all of them: says that bits are lost, brings its own back, makes the next generation. Every change of the head is made only if the head is still as this node has read it, so
 * that of several nodes one does it.
 *
 * <ol>
 *   <li>A chunk that is missing, or a proof that a server has lost entries which was said to lose nothing: the filter is {@code LOST}.
 *   <li>Another server than the one for which the head speaks. A slot of a cluster was moved, or it was said to lose nothing: the head speaks for this one from now on. Said to lose the last writes at most: every writer owes its bits.
 *       Otherwise: nothing, until somebody says what to do.
 *   <li>This node owes its bits: it merges all chunks of all generations that it knows, and owes nothing any more. The last one makes the filter whole.
 *   <li>The newest generation is full, or its slice of the window is over: there is a next one. Generations whose window is certainly over are dropped.
 * </ol>
 *
 * <p>For the thread of the follower, after each round of it.
 */
final class Upkeep {
    private static final long RETRY_NANOS = 50_000_000;

    private final String node;
    private final SharedServer server;
    private final SharedPlan plan;
    private final SharedReader reader;
    private final SharedWriter writer;
    private final Clocks clocks;

    private final Deque<Round<?>> steps = new ArrayDeque<>();
    private String broughtBackFor = "";
    private @Nullable Moment lastTry;
    private @Nullable Moment timeAsked;
    private long timeOfServer;

    Upkeep(String node, SharedServer server, SharedPlan plan, SharedReader reader, SharedWriter writer, Clocks clocks) {
        this.node = node;
        this.server = server;
        this.plan = plan;
        this.reader = reader;
        this.writer = writer;
        this.clocks = clocks;
    }

    /** The next step of what is to be done; null: nothing. */
    @Nullable
    Round<?> next() {
        if (!steps.isEmpty()) {
            return steps.poll();
        }
        NodeView view = reader.view();
        if (view == null || reader.isUnfit() || reader.lastGap() != null) {
            return null;
        }
        Moment now = clocks.now();
        if (lastTry != null && lastTry.nanosUntil(now) < RETRY_NANOS) {
            return null;
        }
        Round<?> next = plan(view, now);
        if (next != null) {
            lastTry = now;
        }
        return next;
    }

    /** Whether there is more to do of what was begun. */
    boolean isBusy() {
        return !steps.isEmpty();
    }

    /** A round has thrown: what was begun is begun again. */
    void failed() {
        steps.clear();
        broughtBackFor = "";
    }

    private @Nullable Round<?> plan(NodeView view, Moment now) {
        if (writer.takeMissing(reader.replica()) || (reader.provesLoss() && view.state() == HeadState.ACTIVE)) {
            return declareLost(view);
        }
        if (!view.isSound()) {
            return afterAnotherServer(view);
        }
        if (view.state() == HeadState.RESTORING && NodeView.has(view.owing(), node)) {
            return bringBack(view);
        }
        if (view.state() != HeadState.ACTIVE) {
            return null;
        }
        Replica.Part newest = reader.replica().newest();
        if (plan.growing()
                && writer.fullGeneration().equals(String.valueOf(newest.plan().id()))) {
            return addGeneration(view, reader.replica().plans());
        }
        return plan.isWindowed() ? turnWindow(view, now) : null;
    }

    private Round<?> change(
            NodeView view,
            Map<String, String> expected,
            Map<String, String> fields,
            LogData entry,
            List<ChunkName> needed) {
        String nonce = UUID.randomUUID().toString();
        return new Round<>(
                unused -> server.change(new ChangeRequest(view.uuid(), nonce, expected, fields, entry, needed)),
                answer -> {
                    // what became of it the next sync tells
                });
    }

    private static LogData note() {
        return new LogData(Entries.STATE, new byte[0]);
    }

    private Round<?> declareLost(NodeView view) {
        return change(
                view,
                Map.of(Fields.STATE, view.state().name()),
                Map.of(Fields.STATE, HeadState.LOST.name()),
                note(),
                List.of());
    }

    // another server

    private Round<?> afterAnotherServer(NodeView view) {
        return new Round<>(unused -> Answer.done(view.identity(), server.pointsElsewhere(view.sound())), answer -> {
            Round<?> next = answer.done() ? speakForThisOne(view, expected(view)) : afterLoss(view);
            if (next != null) {
                steps.add(next);
            }
        });
    }

    private static Map<String, String> expected(NodeView view) {
        Map<String, String> expected = new HashMap<>();
        expected.put(ChangeRequest.HERE, view.identity());
        expected.put(Fields.SERVER, view.sound());
        expected.put(Fields.STATE, view.state().name());
        return expected;
    }

    private Round<?> speakForThisOne(NodeView view, Map<String, String> expected) {
        return change(view, expected, Map.of(Fields.SERVER, ChangeRequest.HERE), note(), List.of());
    }

    private @Nullable Round<?> afterLoss(NodeView view) {
        Map<String, String> expected = expected(view);
        if (plan.loss() == SharedPlan.Loss.NOTHING) {
            return reader.provesLoss() ? null : speakForThisOne(view, expected);
        }
        boolean wasWhole = view.state() == HeadState.ACTIVE || view.state() == HeadState.RESTORING;
        if (plan.loss() == SharedPlan.Loss.ANYTHING || !wasWhole) {
            return null;
        }
        expected.put(Fields.WRITERS, view.writers());
        HeadState next = view.writers().isEmpty() ? HeadState.ACTIVE : HeadState.RESTORING;
        return change(
                view,
                expected,
                Map.of(Fields.SERVER, ChangeRequest.HERE, Fields.STATE, next.name(), Fields.OWING, view.writers()),
                note(),
                List.of());
    }

    private @Nullable Round<?> bringBack(NodeView view) {
        if (broughtBackFor.equals(view.identity())) {
            return noLongerOwe(view);
        }
        Replica richest = reader.richest();
        if (richest.newest().plan().id() > reader.replica().newest().plan().id()) {
            return makeLostGenerations(view, richest);
        }
        for (Replica.Part part : richest.parts()) {
            for (ChunkName chunk : ChunkName.allOf(part.plan())) {
                steps.add(merge(view.uuid(), view.identity(), part, chunk));
            }
        }
        steps.add(new Round<>(unused -> Answer.done(view.identity(), true), answer -> {
            broughtBackFor = view.identity();
            lastTry = null;
        }));
        return steps.poll();
    }

    /** One chunk of this node's bits, to a server that must be this one. */
    private Round<?> merge(String uuid, String identity, Replica.Part part, ChunkName chunk) {
        return new Round<>(
                unused -> {
                    int length = part.plan().layout().bodyLength(chunk.chunk());
                    byte[] body = new byte[length];
                    part.bits().copyBytes(part.plan().layout().start(chunk.chunk()), body, length);
                    return server.mergeChunk(
                            uuid, UUID.randomUUID().toString(), part.plan().id(), chunk.chunk(), body);
                },
                answer -> {
                    if (!answer.isDone() || !answer.identity().equals(identity)) {
                        throw LineException.notSent("another server answers; bits are brought back again", null);
                    }
                    if (!answer.done().isDone()) {
                        throw LineException.notSent("a part of the bits is missing in Redis", null);
                    }
                });
    }

    private Round<?> noLongerOwe(NodeView view) {
        String owing = NodeView.without(view.owing(), node);
        return change(
                view,
                Map.of(
                        ChangeRequest.HERE,
                        view.identity(),
                        Fields.OWING,
                        view.owing(),
                        Fields.SERVER,
                        view.identity(),
                        Fields.STATE,
                        HeadState.RESTORING.name()),
                Map.of(
                        Fields.OWING,
                        owing,
                        Fields.STATE,
                        (owing.isEmpty() ? HeadState.ACTIVE : HeadState.RESTORING).name()),
                note(),
                List.of());
    }

    private Round<?> makeLostGenerations(NodeView view, Replica richest) {
        int known = reader.replica().newest().plan().id();
        List<GenerationPlan> lost = richest.plans().stream()
                .filter(generation -> generation.id() > known)
                .toList();
        prepare(view.uuid(), lost);
        List<GenerationPlan> all = new ArrayList<>(reader.replica().plans());
        all.addAll(lost);
        String text = GenerationPlan.textOf(all);
        steps.add(change(
                view,
                Map.of(Fields.GENERATIONS, view.generations(), Fields.STATE, HeadState.RESTORING.name()),
                Map.of(
                        Fields.GENERATIONS,
                        text,
                        Fields.NEWEST,
                        String.valueOf(richest.newest().plan().id())),
                new LogData(Entries.GENERATIONS, text.getBytes(StandardCharsets.UTF_8)),
                ChunkName.allOf(lost)));
        return first();
    }

    private Round<?> first() {
        return Objects.requireNonNull(steps.poll());
    }

    private void prepare(String uuid, List<GenerationPlan> generations) {
        for (ChunkName chunk : ChunkName.allOf(generations)) {
            steps.add(new Round<>(
                    unused -> server.prepare(uuid, chunk.generation(), chunk.chunk(), chunk.length()), answer -> {
                        // what is missing the change finds
                    }));
        }
    }

    // generations

    private Round<?> addGeneration(NodeView view, List<GenerationPlan> kept) {
        GenerationPlan newest = reader.replica().newest().plan();
        GenerationPlan next = new GenerationPlan(newest.id() + 1, 0, plan.next(newest.spec()));
        prepare(view.uuid(), List.of(next));
        String begins = GenerationPlan.beginningNow(next.id(), next.spec());
        String text = kept.isEmpty() ? begins : GenerationPlan.textOf(kept) + "\n" + begins;
        List<GenerationPlan> dropped = new ArrayList<>(reader.replica().plans());
        dropped.removeAll(kept);
        steps.add(new Round<>(
                unused -> server.change(new ChangeRequest(
                        view.uuid(),
                        UUID.randomUUID().toString(),
                        Map.of(
                                Fields.GENERATIONS,
                                view.generations(),
                                Fields.NEWEST,
                                String.valueOf(newest.id()),
                                Fields.STATE,
                                HeadState.ACTIVE.name()),
                        Map.of(Fields.GENERATIONS, text, Fields.NEWEST, String.valueOf(next.id()), Fields.KEYS, "0"),
                        new LogData(Entries.GENERATIONS, text.getBytes(StandardCharsets.UTF_8)),
                        ChunkName.allOf(next))),
                answer -> {
                    if (answer.isDone() && answer.done().isDone() && !dropped.isEmpty()) {
                        steps.add(new Round<>(
                                unused -> {
                                    server.forget(view.uuid(), ChunkName.allOf(dropped));
                                    return Answer.done("", true);
                                },
                                done -> {}));
                    }
                }));
        return first();
    }

    private @Nullable Round<?> turnWindow(NodeView view, Moment now) {
        Moment asked = timeAsked;
        GenerationPlan newest = reader.replica().newest().plan();
        boolean mayBeOver = asked == null
                || timeOfServer + asked.nanosUntil(now) / 1_000_000 - newest.beginMillis() >= plan.sliceMillis();
        if (!mayBeOver) {
            return null;
        }
        return new Round<>(unused -> Answer.done("", server.timeMillis()), answer -> {
            timeOfServer = answer.done();
            timeAsked = clocks.now();
            if (timeOfServer - newest.beginMillis() >= plan.sliceMillis()) {
                steps.addFirst(addGeneration(view, kept(timeOfServer)));
            }
        });
    }

    /** Those of which a part may be younger than the window. The clock of the server has shown this time at least, so what is over is over for certain. */
    private List<GenerationPlan> kept(long time) {
        List<GenerationPlan> plans = reader.replica().plans();
        List<GenerationPlan> kept = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            boolean isOver = i + 1 < plans.size() && time - plans.get(i + 1).beginMillis() > plan.keptMillis();
            if (!isOver) {
                kept.add(plans.get(i));
            }
        }
        return kept;
    }
}
