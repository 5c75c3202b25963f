package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Passed;
import dev.bloomery.redis.internal.log.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writers that go on too early. */
final class WrongWriting {
    private WrongWriting() {}

    /**
     * Nobody looks whether the entry is still there when the lease is over: the answer is taken for granted.
     */
    static LogServer noLookAfterLease(LogServer right) {
        return new ForwardingServer(right) {
            private String identity = "";

            @Override
            public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
                Answer<Position> answer = server.append(uuid, nonce, entries);
                identity = answer.identity();
                return answer;
            }

            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                return Answer.done(identity, new Passed(true, Map.of("somebody", String.valueOf(entry.seq()))));
            }
        };
    }

    /** Entries are looked for by their numbers alone. */
    static LogServer nonceLeftOut(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                return server.passed(uuid, entry).map(passed -> new Passed(true, passed.missing()));
            }
        };
    }

    /** One node of the roster is never waited for. */
    static LogServer nodeIgnored(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                return server.passed(uuid, entry).map(passed -> {
                    Map<String, String> missing = new HashMap<>(passed.missing());
                    missing.remove("process 1");
                    return new Passed(passed.inChain(), missing);
                });
            }
        };
    }

    /** Whichever server it is, it is the one of before. */
    static LogServer identityNotCompared(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<LogHead> look() {
                return WrongReading.sameServer(server.look());
            }

            @Override
            public Answer<LogHead> create(String uuid, String nonce) {
                return WrongReading.sameServer(server.create(uuid, nonce));
            }

            @Override
            public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
                return WrongReading.sameServer(server.append(uuid, nonce, entries));
            }

            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                return WrongReading.sameServer(server.passed(uuid, entry));
            }
        };
    }

    /**
     * Whoever is behind when it is asked for the first time is taken off the roster, though it may be reading
     * at this moment.
     */
    static LogServer retiresAtOnce(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                Answer<Passed> answer = server.passed(uuid, entry);
                if (answer.isDone()) {
                    answer.done().missing().forEach((node, report) -> server.retire(uuid, node, report));
                }
                return answer;
            }
        };
    }
}
