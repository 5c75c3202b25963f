package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.server.LineException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates a shared filter, fills it, and makes it whole again by the word of the user. */
public final class Foundation {

    private Foundation() {}

    /**
     * What the head of a filter says of its creation.
     *
     * @param uuid of the filter
     * @param plan what was chosen
     * @param seed the seed, or how it is recognised
     */
    public record Found(String uuid, SharedPlan plan, String seed) {}

    /** The filter that there is; null: none, or it is lost. */
    public static @Nullable Found find(SharedServer server) {
        Answer<LogHead> look = server.look();
        return switch (look.state()) {
            case GONE -> null;
            case OTHER ->
                throw new IllegalStateException(
                        "under the name there is something else than a shared filter of this version; use another name");
            case DONE -> {
                LogHead head = look.done();
                yield new Found(
                        head.uuid(),
                        SharedPlan.parse(NodeView.field(head, Fields.PLAN)),
                        NodeView.field(head, Fields.SEED));
            }
        };
    }

    /**
     * Makes a filter of zeros.
     *
     * @param replaced the one that it takes the place of; empty: none
     * @param generations those that it has; empty: the first
     * @return its uuid; null: there is another one
     */
    public static @Nullable String create(
            SharedServer server,
            String replaced,
            SharedPlan plan,
            String seed,
            HeadState state,
            List<GenerationPlan> generations) {
        String uuid = UUID.randomUUID().toString();
        List<GenerationPlan> all = generations.isEmpty() ? List.of(firstGeneration(plan)) : generations;
        for (GenerationPlan generation : all) {
            for (ChunkName chunk : ChunkName.allOf(generation)) {
                server.allocate(uuid, generation, chunk.chunk());
            }
        }
        Map<String, String> fields = new HashMap<>();
        fields.put(Fields.PLAN, plan.toString());
        fields.put(Fields.SEED, seed);
        fields.put(Fields.STATE, state.name());
        fields.put(Fields.SERVER, ChangeRequest.HERE);
        fields.put(
                Fields.GENERATIONS,
                generations.isEmpty()
                        ? GenerationPlan.beginningNow(1, plan.spec())
                        : GenerationPlan.textOf(generations));
        fields.put(Fields.NEWEST, String.valueOf(all.get(all.size() - 1).id()));
        fields.put(Fields.OLDER, "0");
        fields.put(Fields.KEYS, "0");
        Answer<Step> answer = server.create(replaced, uuid, UUID.randomUUID().toString(), fields, ChunkName.allOf(all));
        boolean isMade = answer.isDone() && answer.done().isDone();
        if (!isMade) {
            server.forget(uuid, ChunkName.allOf(all));
        }
        return isMade ? uuid : null;
    }

    /** Bits that are brought to the server, and stay as they are when a node goes on to another filter. */
    public static final class Bits {
        private final Replica replica;

        private Bits(Replica replica) {
            this.replica = replica;
        }

        /** Sets the bits of a key in the newest generation. */
        public void add(long hash) {
            boolean unused = replica.newest().bits().addHash(hash);
        }

        /** The generations. */
        public List<GenerationPlan> plans() {
            return replica.plans();
        }
    }

    /**
     * Those of a filter without keys, for keys that are collected while it is filled. They are not those of a node, which
     * begins anew after a gap and never has more than the server.
     */
    public static Bits emptyBits(SharedPlan plan) {
        return new Bits(Replica.none().with(List.of(firstGeneration(plan))));
    }

    private static GenerationPlan firstGeneration(SharedPlan plan) {
        return new GenerationPlan(1, 0, plan.spec());
    }

    /** All that a node has. */
    public static Bits bitsOf(SharedNode node) {
        return new Bits(node.richest());
    }

    /** Whether a node follows this filter. */
    public static boolean isAt(SharedNode node, String uuid) {
        Follower.Place place = node.place();
        return place != null && place.uuid().equals(uuid);
    }

    /**
     * Brings what was collected to the server, and says that the filter is whole. Refused if another server has taken over
     * since the filter was made: it may have lost what processes have added meanwhile.
     *
     * @param keys how many keys were collected
     */
    public static void finish(SharedServer server, String uuid, Bits bits, long keys) {
        String identity = bring(server, uuid, bits);
        Map<String, String> expected =
                Map.of(ChangeRequest.HERE, identity, Fields.SERVER, identity, Fields.STATE, HeadState.FILLING.name());
        makeWhole(server, uuid, bits, expected, Map.of(Fields.KEYS, String.valueOf(keys)), Entries.STATE);
    }

    /** All of these bits, to one server; its identity. */
    private static String bring(SharedServer server, String uuid, Bits bits) {
        String identity = "";
        for (Replica.Part part : bits.replica.parts()) {
            for (ChunkName chunk : ChunkName.allOf(part.plan())) {
                int length = part.plan().layout().bodyLength(chunk.chunk());
                byte[] body = new byte[length];
                part.bits().copyBytes(part.plan().layout().start(chunk.chunk()), body, length);
                Answer<Step> answer = server.mergeChunk(
                        uuid, UUID.randomUUID().toString(), part.plan().id(), chunk.chunk(), body);
                if (!answer.isDone() || !answer.done().isDone()) {
                    throw interrupted();
                }
                if (!identity.isEmpty() && !identity.equals(answer.identity())) {
                    throw interrupted();
                }
                identity = answer.identity();
            }
        }
        return identity;
    }

    private static void makeWhole(
            SharedServer server,
            String uuid,
            Bits bits,
            Map<String, String> expected,
            Map<String, String> more,
            String entry) {
        Map<String, String> fields = new HashMap<>(more);
        fields.put(Fields.STATE, HeadState.ACTIVE.name());
        fields.put(Fields.SERVER, ChangeRequest.HERE);
        fields.put(Fields.OWING, "");
        Answer<Step> answer = server.change(new ChangeRequest(
                uuid,
                UUID.randomUUID().toString(),
                expected,
                fields,
                new LogData(entry, new byte[0]),
                ChunkName.allOf(bits.replica.plans())));
        if (!answer.isDone() || !answer.done().isDone()) {
            throw interrupted();
        }
    }

    private static LineException interrupted() {
        return LineException.notSent(
                "Redis was restarted, replaced or emptied while the filter was filled; fill it again", null);
    }

    /** Makes the filter whole with what the server has and what this node has. */
    public static void acceptLoss(SharedNode node) {
        SharedServer server = node.server();
        Bits bits = bitsOf(node);
        Answer<LogHead> look = server.look();
        if (look.state() == Answer.State.OTHER) {
            throw new IllegalStateException("under the name there is something else by now; use another name");
        }
        if (!look.isDone()) {
            String uuid = create(server, "", node.plan(), node.seed(), HeadState.FILLING, bits.plans());
            if (uuid == null) {
                throw new IllegalStateException("another process has created the filter at the same moment");
            }
            bringAndMakeWhole(server, uuid, bits, Entries.STATE);
            return;
        }
        LogHead head = look.done();
        List<GenerationPlan> plans = new ArrayList<>(GenerationPlan.parseAll(NodeView.field(head, Fields.GENERATIONS)));
        List<GenerationPlan> own = bits.plans().stream()
                .filter(plan -> plans.stream().anyMatch(known -> known.equals(plan)))
                .toList();
        for (GenerationPlan plan : plans) {
            for (ChunkName chunk : ChunkName.allOf(plan)) {
                server.allocate(head.uuid(), plan, chunk.chunk());
            }
        }
        bringAndMakeWhole(server, head.uuid(), new Bits(Replica.of(bits.replica, own)), Entries.RELOAD);
    }

    private static void bringAndMakeWhole(SharedServer server, String uuid, Bits bits, String entry) {
        String identity = bring(server, uuid, bits);
        Map<String, String> expected = identity.isEmpty() ? Map.of() : Map.of(ChangeRequest.HERE, identity);
        makeWhole(server, uuid, bits, expected, Map.of(), entry);
    }
}
