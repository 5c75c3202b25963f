package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Passed;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.redis.internal.log.Synced;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Servers that answer as if the protocol were another one. */
final class WrongServers {

    private WrongServers() {}

    /** The batch waits for an entry that everybody has had for long, in place of the last one. */
    static SharedServer unchangedReturnsAtOnce(ModelShared right) {
        return new Forwarding(right) {
            @Override
            public Answer<Step> add(AddRequest request) {
                return server.add(request).map(step -> {
                    boolean isUnchanged = step.isDone();
                    for (boolean isNew : step.flags()) {
                        isUnchanged &= !isNew;
                    }
                    return isUnchanged ? Step.done(server.oldest(), step.keys(), step.flags()) : step;
                });
            }
        };
    }

    static SharedServer restoredByOne(ModelShared right) {
        return new Forwarding(right) {
            @Override
            public Answer<Step> change(ChangeRequest request) {
                if (!request.expected().containsKey(Fields.OWING)) {
                    return server.change(request);
                }
                Map<String, String> fields = new HashMap<>(request.fields());
                fields.put(Fields.OWING, "");
                fields.put(Fields.STATE, HeadState.ACTIVE.name());
                return server.change(new ChangeRequest(
                        request.uuid(),
                        request.nonce(),
                        request.expected(),
                        fields,
                        request.entry(),
                        request.needed()));
            }
        };
    }

    /** As if a command on a missing key made it, as BITFIELD does. */
    static SharedServer missingChunkIsZeros(ModelShared right) {
        return new Forwarding(right) {
            @Override
            public Answer<Step> add(AddRequest request) {
                List<GenerationPlan> plans = GenerationPlan.parseAll(server.field(Fields.GENERATIONS));
                plans.forEach(plan -> server.allocate(request.uuid(), plan, 0));
                return server.add(request);
            }

            @Override
            public Step chunk(String uuid, ChunkName chunk) {
                Step step = server.chunk(uuid, chunk);
                return step.isDone() ? step : Step.chunk(new byte[chunk.length()]);
            }
        };
    }

    /** Whichever answers, it is the one of before. */
    static SharedServer sameServer(ModelShared right) {
        return new Forwarding(right) {
            private <T> Answer<T> same(Answer<T> answer) {
                return new Answer<>(answer.state(), "server", answer.value());
            }

            @Override
            public Answer<LogHead> look() {
                return same(server.look());
            }

            @Override
            public Answer<Step> add(AddRequest request) {
                return same(server.add(request));
            }

            @Override
            public Answer<Synced> sync(SyncRequest request) {
                return same(server.sync(request).map(synced -> {
                    Map<String, byte[]> more = new HashMap<>(synced.head().more());
                    more.put(Fields.SERVER, "server".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                    LogHead head = synced.head();
                    return new Synced(
                            synced.continues(),
                            synced.entries(),
                            new LogHead(head.uuid(), head.leaseMillis(), head.position(), more));
                }));
            }

            @Override
            public Answer<Passed> passed(String uuid, Position entry) {
                return same(server.passed(uuid, entry));
            }
        };
    }

    static SharedServer silentGeneration(ModelShared right) {
        return new Forwarding(right) {
            @Override
            public Answer<Step> change(ChangeRequest request) {
                return server.change(
                        request.entry().kind().equals(Entries.GENERATIONS)
                                ? new ChangeRequest(
                                        request.uuid(),
                                        request.nonce(),
                                        request.expected(),
                                        request.fields(),
                                        new LogData(Entries.STATE, new byte[0]),
                                        request.needed())
                                : request);
            }
        };
    }

    /** Whoever wants to add says that it is registered. */
    static SharedServer unregistered(ModelShared right) {
        return new Forwarding(right) {
            @Override
            public Answer<Step> add(AddRequest request) {
                return server.add(new AddRequest(
                        request.uuid(),
                        request.nonce(),
                        request.generation(),
                        request.older(),
                        "",
                        request.needsWhole(),
                        request.chunks()));
            }

            @Override
            public Answer<Step> change(ChangeRequest request) {
                Map<String, String> fields = new HashMap<>(request.fields());
                if (fields.containsKey(Fields.OWING)) {
                    fields.put(Fields.OWING, "");
                    fields.put(Fields.STATE, HeadState.ACTIVE.name());
                }
                return server.change(new ChangeRequest(
                        request.uuid(),
                        request.nonce(),
                        request.expected(),
                        fields,
                        request.entry(),
                        request.needed()));
            }
        };
    }

    /** A server that does as another one does. */
    abstract static class Forwarding implements SharedServer, LogServer {
        final ModelShared server;

        Forwarding(ModelShared server) {
            this.server = server;
        }

        @Override
        public LogServer log() {
            return this;
        }

        @Override
        public Answer<LogHead> look() {
            return server.look();
        }

        @Override
        public void allocate(String uuid, GenerationPlan plan, int chunk) {
            server.allocate(uuid, plan, chunk);
        }

        @Override
        public Answer<Step> create(
                String replaced, String uuid, String nonce, Map<String, String> fields, List<ChunkName> chunks) {
            return server.create(replaced, uuid, nonce, fields, chunks);
        }

        @Override
        public Answer<Step> add(AddRequest request) {
            return server.add(request);
        }

        @Override
        public Answer<Step> confirm(ConfirmRequest request) {
            return server.confirm(request);
        }

        @Override
        public Answer<Step> mergeChunk(String uuid, String nonce, int generation, int chunk, byte[] body) {
            return server.mergeChunk(uuid, nonce, generation, chunk, body);
        }

        @Override
        public Answer<Step> change(ChangeRequest request) {
            return server.change(request);
        }

        @Override
        public Answer<Step> prepare(String uuid, int generation, int chunk, int length) {
            return server.prepare(uuid, generation, chunk, length);
        }

        @Override
        public Step chunk(String uuid, ChunkName chunk) {
            return server.chunk(uuid, chunk);
        }

        @Override
        public boolean pointsElsewhere(String before) {
            return server.pointsElsewhere(before);
        }

        @Override
        public long timeMillis() {
            return server.timeMillis();
        }

        @Override
        public void forget(String uuid, List<ChunkName> chunks) {
            server.forget(uuid, chunks);
        }

        @Override
        public Answer<LogHead> create(String uuid, String nonce) {
            return server.create(uuid, nonce);
        }

        @Override
        public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
            return server.append(uuid, nonce, entries);
        }

        @Override
        public Answer<Synced> sync(SyncRequest request) {
            return server.sync(request);
        }

        @Override
        public Answer<Passed> passed(String uuid, Position entry) {
            return server.passed(uuid, entry);
        }

        @Override
        public Answer<Boolean> retire(String uuid, String node, String reported) {
            return server.retire(uuid, node, reported);
        }

        @Override
        public Answer<Boolean> leave(String uuid, String node) {
            return server.leave(uuid, node);
        }
    }
}
