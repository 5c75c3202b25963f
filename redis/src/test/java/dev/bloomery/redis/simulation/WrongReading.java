package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.ModelLog;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.redis.internal.log.Synced;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Followers that read wrongly. */
final class WrongReading {
    private WrongReading() {}

    /** No log is taken for one without new entries. */
    static LogServer missingHeadIsEmpty(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                Answer<Synced> answer = server.sync(request);
                return answer.state() == Answer.State.GONE
                        ? Answer.done(answer.identity(), nothingNew(request))
                        : answer;
            }
        };
    }

    /** Another log is taken for the one that was meant, if its numbers fit. */
    static LogServer uuidLeftOut(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                Answer<Synced> answer = server.sync(request);
                if (answer.state() != Answer.State.OTHER) {
                    return answer;
                }
                LogHead head = server.look().done();
                return withoutNonces((ModelLog) server, request, head);
            }
        };
    }

    /** Entries are told by their numbers alone. */
    static LogServer nonceLeftOut(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                Answer<Synced> answer = server.sync(request);
                return answer.isDone() && !answer.done().continues()
                        ? withoutNonces(
                                (ModelLog) server, request, answer.done().head())
                        : answer;
            }
        };
    }

    private static Answer<Synced> withoutNonces(ModelLog model, SyncRequest request, LogHead head) {
        Position there = request.position();
        LogEntry same = model.entry(there.seq());
        if (same == null) {
            return Answer.done(model.identity(), new Synced(false, List.of(), head));
        }
        Answer<Synced> answer = model.sync(
                new SyncRequest(head.uuid(), request.node(), request.beat(), same.position(), request.most()));
        List<LogEntry> entries = new ArrayList<>(answer.done().entries());
        if (entries.isEmpty()) {
            return Answer.done(model.identity(), nothingNew(request));
        }
        LogEntry first = entries.get(0);
        entries.set(0, new LogEntry(first.position(), there.nonce(), first.kind(), first.data()));
        return Answer.done(
                model.identity(), new Synced(true, entries, answer.done().head()));
    }

    private static Synced nothingNew(SyncRequest request) {
        return new Synced(true, List.of(), new LogHead(request.uuid(), 0, request.position(), Map.of()));
    }

    /** What is about to be applied is reported as applied. */
    static LogServer reportsBeforeApplying(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                Answer<Synced> answer = server.sync(request);
                if (answer.isDone() && !answer.done().entries().isEmpty()) {
                    List<LogEntry> entries = answer.done().entries();
                    Position last = entries.get(entries.size() - 1).position();
                    server.sync(new SyncRequest(request.uuid(), request.node(), request.beat(), last, 0));
                }
                return answer;
            }
        };
    }

    /** Part of what is new is taken for all of it. */
    static LogServer incompleteIsComplete(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                return server.sync(request).map(answer -> {
                    List<LogEntry> entries = answer.entries();
                    if (entries.isEmpty()) {
                        return answer;
                    }
                    Position last = entries.get(entries.size() - 1).position();
                    return new Synced(true, entries, new LogHead(request.uuid(), 0, last, Map.of()));
                });
            }
        };
    }

    /** A report says where a node is, and not that it has asked again. */
    static LogServer beatLeftOut(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                return server.sync(
                        new SyncRequest(request.uuid(), request.node(), 0, request.position(), request.most()));
            }
        };
    }

    /** A sync reads, and does not say that there is somebody who reads. */
    static LogServer registersLate(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<Synced> sync(SyncRequest request) {
                Answer<Synced> answer = server.sync(request);
                if (request.beat() < 20) {
                    server.leave(request.uuid(), request.node());
                }
                return answer;
            }
        };
    }

    /** Whichever server it is, it is the one of before. */
    static LogServer identityNotCompared(LogServer right) {
        return new ForwardingServer(right) {
            @Override
            public Answer<LogHead> look() {
                return sameServer(server.look());
            }

            @Override
            public Answer<LogHead> create(String uuid, String nonce) {
                return sameServer(server.create(uuid, nonce));
            }

            @Override
            public Answer<Synced> sync(SyncRequest request) {
                return sameServer(server.sync(request));
            }
        };
    }

    static <T> Answer<T> sameServer(Answer<T> answer) {
        return new Answer<>(answer.state(), "always the same", answer.value());
    }
}
