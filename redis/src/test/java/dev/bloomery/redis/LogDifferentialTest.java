package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.ModelLog;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.RedisLogServer;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.redis.internal.log.Synced;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.XTrimParams;

/**
 * The scripts in a Redis answer what the model answers, to the same random steps: so what the simulation
 * shows of the model holds for them.
 */
class LogDifferentialTest {
    private static final int STEPS = 4_000;
    private static final long LEASE = 100;
    private static final byte[] OWN = {0, 13, 10, -1};

    @ParameterizedTest
    @EnumSource(Client.class)
    void answers_ofScripts_areThoseOfTheModel(Client client) {
        compare(client, RedisProcess.started());
    }

    @Test
    void answers_ofScriptsInTheOldestServer_areThoseOfTheModel() {
        compare(Client.JEDIS, RedisProcess.startedOldest());
    }

    private static void compare(Client client, RedisProcess server) {
        try (RedisProcess process = server;
                ConnectedClient connected = client.to(process.port(), Duration.ofSeconds(10));
                Jedis direct = process.direct()) {
            LogRunner runner = new LogRunner(connected.servers().routes(), new LogNames("x"), "test", 0, 0);
            LogServer scripts =
                    new RedisLogServer(runner, LEASE, 1_000_000, Map.of("own", OWN), List.of("own", "none"));
            Steps steps = new Steps(Seeds.random("steps"), new ModelLog(LEASE, Map.of("own", OWN)), scripts, direct);
            for (int i = 0; i < STEPS; i++) {
                steps.next();
            }
            assertThat(steps.seen.keySet())
                    .contains("create DONE", "append DONE", "append OTHER", "append GONE", "sync DONE")
                    .contains("sync true", "sync false", "passed true", "passed false", "retire true", "retire false");
        }
    }

    /** Random steps, each of them done to both. */
    private static final class Steps {
        final Map<String, Integer> seen = new TreeMap<>();
        private final SplittableRandom random;
        private final ModelLog model;
        private final LogServer scripts;
        private final Jedis direct;
        private final List<String> uuids = new ArrayList<>(List.of("unheard of"));
        private final List<Position> positions = new ArrayList<>(List.of(new Position(1, "none")));
        private final Map<String, String> reports = new HashMap<>();
        private int number;

        Steps(SplittableRandom random, ModelLog model, LogServer scripts, Jedis direct) {
            this.random = random;
            this.model = model;
            this.scripts = scripts;
            this.direct = direct;
        }

        void next() {
            number++;
            String uuid = recent(uuids);
            String node = "node " + random.nextInt(4);
            switch (random.nextInt(40)) {
                case 0 -> lose();
                case 1 -> {
                    int kept = 1 + random.nextInt(6);
                    model.trim(kept);
                    direct.xtrim("{bloomery:x}:log", XTrimParams.xTrimParams().maxLen(kept));
                }
                case 2, 3 -> {
                    String made = "log " + number;
                    Answer<LogHead> head =
                            both("create", server -> server.create(made, "first " + number), Steps::text);
                    uuids.add(head.done().uuid());
                    positions.add(head.done().position());
                }
                case 4, 5 -> both("look", LogServer::look, Steps::text);
                case 6, 7 -> {
                    String report = random.nextBoolean() ? reports.getOrDefault(node, "0 0") : "1 " + number;
                    both("retire", server -> server.retire(uuid, node, report), String::valueOf);
                }
                case 8 -> both("leave", server -> server.leave(uuid, node), String::valueOf);
                default -> logStep(uuid, node);
            }
        }

        private void logStep(String uuid, String node) {
            Position position = recent(positions);
            switch (random.nextInt(3)) {
                case 0 -> {
                    List<LogData> entries = new ArrayList<>();
                    for (int i = random.nextInt(3); i >= 0; i--) {
                        byte[] data = new byte[random.nextInt(40)];
                        random.nextBytes(data);
                        entries.add(new LogData("kind " + i, data));
                    }
                    Answer<Position> appended =
                            both("append", server -> server.append(uuid, "nonce " + number, entries), String::valueOf);
                    if (appended.isDone()) {
                        positions.add(appended.done());
                    }
                }
                case 1 -> {
                    SyncRequest request = new SyncRequest(uuid, node, number, position, 1 + random.nextInt(6));
                    Answer<Synced> answer = both("sync", server -> server.sync(request), Steps::text);
                    if (answer.isDone()) {
                        count("sync " + answer.done().continues());
                        reports.put(node, position.seq() + " " + number);
                        answer.done().entries().forEach(entry -> positions.add(entry.position()));
                    }
                }
                default ->
                    both(
                            "passed",
                            server -> server.passed(uuid, position),
                            passed -> count("passed " + passed.inChain()) + new TreeMap<>(passed.missing()));
            }
        }

        /** All, or the half of it, which is as bad. */
        private void lose() {
            model.flush();
            switch (random.nextInt(3)) {
                case 0 -> direct.flushAll();
                case 1 -> direct.del("{bloomery:x}:head");
                default -> direct.del("{bloomery:x}:log");
            }
        }

        private <T> T recent(List<T> all) {
            return all.get(Math.max(0, all.size() - 1 - random.nextInt(random.nextInt(4) == 0 ? 30 : 2)));
        }

        private <T> Answer<T> both(String name, Function<LogServer, Answer<T>> step, Function<T, String> text) {
            Answer<T> expected = step.apply(model);
            Answer<T> found = step.apply(scripts);
            count(name + " " + expected.state());
            if (expected.value() instanceof Boolean did) {
                count(name + " " + did);
            }
            assertThat(found.state()).as("%s, step %s", name, number).isEqualTo(expected.state());
            assertThat(found.map(text).value())
                    .as("%s, step %s", name, number)
                    .isEqualTo(expected.map(text).value());
            assertThat(found.identity()).matches("[0-9a-f]{40} [0-9a-f]{40}");
            return expected;
        }

        private String count(String what) {
            seen.merge(what, 1, Integer::sum);
            return what;
        }

        private static String text(Synced synced) {
            return synced.continues() + " "
                    + synced.entries().stream().map(Steps::text).toList() + " " + text(synced.head());
        }

        private static String text(LogEntry entry) {
            return entry.position() + " " + entry.previous() + " " + entry.kind() + " "
                    + HexFormat.of().formatHex(entry.data());
        }

        private static String text(LogHead head) {
            Map<String, String> more = new TreeMap<>();
            head.more().forEach((field, value) -> more.put(field, Arrays.toString(value)));
            return head.uuid() + " " + head.leaseMillis() + " " + head.position() + " " + more;
        }
    }
}
