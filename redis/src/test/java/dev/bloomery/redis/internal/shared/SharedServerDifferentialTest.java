package dev.bloomery.redis.internal.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.internal.replica.BitReplica;
import dev.bloomery.redis.SharedFixture;
import dev.bloomery.redis.SharedFixture.Kind;
import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.support.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts do what the model does that the simulation trusts: the same random steps, and every answer compared. */
class SharedServerDifferentialTest {
    private static final int STEPS = 3_000;
    private static final BloomSpec SPEC =
            BloomSpec.of(400, 0.01).withLayout(Layout.BLOCKED).sized();

    @ParameterizedTest
    @EnumSource(Kind.class)
    void steps_random_haveTheSameAnswersAsInTheModel(Kind kind) {
        try (SharedFixture redis = SharedFixture.started(kind)) {
            if (kind == Kind.OLDEST) {
                assertThat(redis.version()).startsWith("6.2.");
            }
            ModelShared model = new ModelShared(200, () -> 0);
            List<String> seen = steps(redis.server("differential", 200), model);
            assertThat(seen)
                    .contains(
                            "add DONE",
                            "add STALE",
                            "add OTHER",
                            "confirm DONE",
                            "confirm STALE",
                            "merge DONE",
                            "merge LOST",
                            "change DONE",
                            "change STALE",
                            "change LOST",
                            "chunk DONE",
                            "chunk LOST",
                            "grow DONE",
                            "prepare again STALE");
        }
    }

    /** That a difference is noticed. */
    @Test
    void steps_overAServerThatNamesAnotherPosition_differ() {
        ModelShared model = new ModelShared(200, () -> 0);
        SharedServer wrong = WrongServers.unchangedReturnsAtOnce(new ModelShared(200, () -> 0));
        assertThatThrownBy(() -> steps(wrong, model)).isInstanceOf(AssertionError.class);
        assertThat(steps(new ModelShared(200, () -> 0), new ModelShared(200, () -> 0)))
                .as("one that is right does not")
                .contains("add DONE");
    }

    /** The same steps on both, all answers compared; returns which there were. */
    private static List<String> steps(SharedServer real, ModelShared model) {
        Random random = new Random(Seeds.orElse(26));
        List<String> seen = new ArrayList<>();
        List<Position> positions = new ArrayList<>(List.of(new Position(1, "n0")));
        GenerationPlan newest = new GenerationPlan(1, 0, SPEC);
        BitReplica bits = BitReplica.of(SPEC);
        for (SharedServer server : List.of(real, model)) {
            server.allocate("u", newest, 0);
        }
        Map<String, String> fields = Map.of(
                Fields.STATE,
                "ACTIVE",
                Fields.SERVER,
                "<here>",
                Fields.GENERATIONS,
                "1 0 x",
                Fields.NEWEST,
                "1",
                Fields.OLDER,
                "0",
                Fields.KEYS,
                "0");
        compare(
                "create",
                real.create("", "u", "n0", fields, ChunkName.allOf(newest)),
                model.create("", "u", "n0", fields, ChunkName.allOf(newest)),
                seen);
        for (int i = 1; i <= STEPS; i++) {
            String uuid = random.nextInt(40) == 0 ? "other" : "u";
            String nonce = "n" + i;
            Position position = positions.get(random.nextInt(positions.size()));
            Position asked = random.nextInt(10) == 0 ? new Position(position.seq(), "wrong") : position;
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> {
                    long[] hashes = random.longs(1 + random.nextInt(30)).toArray();
                    if (random.nextBoolean()) {
                        Random few = new Random(random.nextInt(20));
                        hashes = few.longs(5).toArray();
                    }
                    AddRequest request = new AddRequest(
                            uuid,
                            nonce,
                            random.nextInt(20) == 0 ? newest.id() + 1 : newest.id(),
                            random.nextInt(20) == 0 ? "7" : model.field(Fields.OLDER),
                            random.nextInt(20) == 0 ? "nobody" : "",
                            random.nextBoolean(),
                            ChunkAdds.of(bits, newest.layout(), hashes));
                    Answer<Step> answer = model.add(request);
                    compare("add", real.add(request), answer, seen);
                    if (answer.isDone() && answer.done().position() != null) {
                        positions.add(answer.done().position());
                    }
                }
                case 3 -> {
                    ConfirmRequest request = new ConfirmRequest(
                            uuid,
                            asked,
                            random.nextInt(10) == 0 ? "other" : model.field(Fields.GENERATIONS),
                            List.of(new ConfirmRequest.Part(
                                    newest.id(),
                                    ChunkAdds.of(
                                            bits,
                                            newest.layout(),
                                            new Random(random.nextInt(30))
                                                    .longs(5)
                                                    .toArray()))));
                    compare("confirm", real.confirm(request), model.confirm(request), seen);
                }
                case 4 -> {
                    byte[] body = new byte[newest.layout().bodyLength(0) - (random.nextInt(10) == 0 ? 64 : 0)];
                    body[random.nextInt(body.length)] = (byte) random.nextInt();
                    int generation = 1 + random.nextInt(newest.id());
                    compare(
                            "merge",
                            real.mergeChunk(uuid, nonce, generation, 0, body),
                            model.mergeChunk(uuid, nonce, generation, 0, body),
                            seen);
                }
                case 5 -> {
                    String state = random.nextInt(4) == 0 ? "LOST" : "ACTIVE";
                    ChangeRequest request = new ChangeRequest(
                            uuid,
                            nonce,
                            random.nextBoolean()
                                    ? Map.of(Fields.STATE, model.field(Fields.STATE))
                                    : Map.of(Fields.OWING, "somebody"),
                            Map.of(Fields.STATE, state, Fields.WRITERS, random.nextBoolean() ? "" : "a b"),
                            new LogData(Entries.STATE, new byte[0]),
                            random.nextInt(10) == 0 ? List.of(new ChunkName(9, 0, 100)) : List.of());
                    compare("change", real.change(request), model.change(request), seen);
                }
                case 6 -> {
                    ChunkName chunk = new ChunkName(
                            1 + random.nextInt(newest.id() + 1),
                            0,
                            newest.layout().length(0));
                    Step ours = model.chunk(uuid, chunk);
                    Step theirs = real.chunk(uuid, chunk);
                    compare("chunk", Answer.done("", theirs), Answer.done("", ours), seen);
                    assertThat(theirs.chunk()).isEqualTo(ours.chunk());
                }
                case 7 -> {
                    SyncRequest request = new SyncRequest(uuid, "node " + random.nextInt(3), i, asked, 5);
                    assertThat(synced(real, request)).isEqualTo(synced(model, request));
                    assertThat(String.valueOf(real.log().passed(uuid, asked).value()))
                            .isEqualTo(String.valueOf(model.passed(uuid, asked).value()));
                    assertThat(head(real)).isEqualTo(head(model));
                }
                default -> {
                    if (random.nextInt(30) == 0) {
                        GenerationPlan next = new GenerationPlan(newest.id() + 1, 0, SPEC);
                        compare(
                                "prepare",
                                real.prepare("u", next.id(), 0, next.layout().length(0)),
                                model.prepare("u", next.id(), 0, next.layout().length(0)),
                                seen);
                        ChangeRequest request = new ChangeRequest(
                                "u",
                                nonce,
                                Map.of(),
                                Map.of(Fields.NEWEST, String.valueOf(next.id())),
                                new LogData(Entries.GENERATIONS, "g".getBytes(StandardCharsets.UTF_8)),
                                ChunkName.allOf(next));
                        compare("grow", real.change(request), model.change(request), seen);
                        newest = next;
                        compare(
                                "prepare again",
                                real.prepare("u", next.id(), 0, 100),
                                model.prepare("u", next.id(), 0, 100),
                                seen);
                    }
                }
            }
        }
        return seen;
    }

    private static String synced(SharedServer server, SyncRequest request) {
        return String.valueOf(server.log()
                .sync(request)
                .map(synced -> {
                    StringBuilder text = new StringBuilder(String.valueOf(synced.continues()));
                    for (LogEntry entry : synced.entries()) {
                        text.append(entry.position()).append(entry.previous()).append(entry.kind());
                        text.append(new String(entry.data(), StandardCharsets.ISO_8859_1));
                    }
                    return text.append(synced.head().position()).toString();
                })
                .value());
    }

    private static String head(SharedServer server) {
        LogHead head = server.look().done();
        Map<String, String> fields = new TreeMap<>();
        head.more().forEach((name, value) -> fields.put(name, new String(value, StandardCharsets.UTF_8)));
        fields.remove(Fields.SERVER);
        return head.position() + fields.toString();
    }

    private static void compare(String what, Answer<Step> real, Answer<Step> model, List<String> seen) {
        assertThat(text(real)).as(what).isEqualTo(text(model));
        seen.add(what + " " + (model.isDone() ? model.done().result() : model.state()));
    }

    private static String text(Answer<Step> answer) {
        if (!answer.isDone()) {
            return answer.state().name();
        }
        Step step = answer.done();
        return step.result() + " " + step.position() + " " + step.keys() + " "
                + java.util.Arrays.toString(step.flags());
    }
}
