package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.RedisLogServer;
import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Refusal;
import dev.bloomery.redis.internal.server.Routes;
import dev.bloomery.redis.internal.server.Servers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A shared filter in Redis, by scripts. */
public final class RedisSharedServer implements SharedServer {
    /** The kind of its log. */
    public static final String KIND = "shared";

    private static final Pattern RUN_ID = Pattern.compile("run_id:(\\w+)");
    private static final Pattern REPLICATION_ID = Pattern.compile("master_replid:(\\w+)");

    /** Entries of 8 KB at most: 16 MB. */
    private static final long LOG_LENGTH = 2_048;

    private final Servers servers;
    private final Routes routes;
    private final LogRunner runner;
    private final LogNames names;
    private final RedisLogServer log;
    private final RedisLogServer heads;
    private final long leaseMillis;

    public RedisSharedServer(Servers servers, Routes routes, LogRunner runner, long leaseMillis) {
        this.servers = servers;
        this.routes = routes;
        this.runner = runner;
        this.names = runner.names();
        this.leaseMillis = leaseMillis;
        this.log = new RedisLogServer(runner, leaseMillis, LOG_LENGTH, Map.of(), Fields.followed());
        this.heads = new RedisLogServer(runner, leaseMillis, LOG_LENGTH, Map.of(), Fields.all());
    }

    @Override
    public LogServer log() {
        return log;
    }

    @Override
    public Answer<LogHead> look() {
        return heads.look();
    }

    /** A stream of one small entry, which is written with every one of the log that has keys: what readers wait for, so that they get these only once. */
    static byte[] wakeName(LogNames names) {
        return names.of("wake");
    }

    private byte[] nameOf(String uuid, int generation, int chunk) {
        return names.of("bits:" + uuid + ":" + generation + ":" + chunk);
    }

    private List<byte[]> namesOf(String uuid, List<ChunkName> chunks) {
        return chunks.stream()
                .map(chunk -> nameOf(uuid, chunk.generation(), chunk.chunk()))
                .toList();
    }

    @Override
    public void allocate(String uuid, GenerationPlan plan, int chunk) {
        int length = plan.layout().length(chunk);
        runner.write(
                SharedScripts.ALLOCATE,
                uuid,
                List.of(nameOf(uuid, plan.id(), chunk)),
                length,
                ChunkLayout.header(uuid, plan.id(), chunk, length));
    }

    @Override
    public Answer<Step> create(
            String replaced, String uuid, String nonce, Map<String, String> fields, List<ChunkName> chunks) {
        List<Object> arguments = new ArrayList<>(List.of(replaced, nonce, leaseMillis, LOG_LENGTH, fields.size()));
        addFields(arguments, fields);
        chunks.forEach(chunk -> arguments.add(chunk.length()));
        return runner.write(SharedScripts.CREATE, uuid, namesOf(uuid, chunks), arguments.toArray())
                .map(RedisSharedServer::step);
    }

    private static void addFields(List<Object> arguments, Map<String, String> fields) {
        fields.forEach((field, value) -> {
            arguments.add(field);
            arguments.add(value);
        });
    }

    @Override
    public Answer<Step> prepare(String uuid, int generation, int chunk, int length) {
        return runner.write(
                        SharedScripts.PREPARE,
                        uuid,
                        List.of(nameOf(uuid, generation, chunk)),
                        generation,
                        length,
                        ChunkLayout.header(uuid, generation, chunk, length))
                .map(RedisSharedServer::step);
    }

    @Override
    public Answer<Step> add(AddRequest request) {
        List<ChunkAdds> chunks = request.chunks();
        List<byte[]> keys = new ArrayList<>(chunks.size());
        List<Object> arguments = new ArrayList<>(6 + 3 * chunks.size());
        arguments.add(request.nonce());
        arguments.add(request.generation());
        arguments.add(request.older());
        arguments.add(request.writer());
        arguments.add(request.needsWhole() ? 1 : 0);
        arguments.add(chunks.isEmpty() ? 1 : WordPairs.ofKey(chunks.get(0).bits()));
        for (ChunkAdds chunk : chunks) {
            keys.add(nameOf(request.uuid(), request.generation(), chunk.chunk()));
            arguments.add(chunk.length());
            arguments.add(chunk.hashBytes());
            arguments.add(chunk.wordBytes());
        }
        keys.add(wakeName(names));
        return runner.write(SharedScripts.ADD, request.uuid(), keys, arguments.toArray())
                .map(RedisSharedServer::step);
    }

    @Override
    public Answer<Step> confirm(ConfirmRequest request) {
        List<byte[]> keys = new ArrayList<>();
        List<Object> arguments = new ArrayList<>(
                List.of(request.position().seq(), request.position().nonce(), request.generations()));
        for (ConfirmRequest.Part part : request.parts()) {
            for (ChunkAdds chunk : part.chunks()) {
                keys.add(nameOf(request.uuid(), part.generation(), chunk.chunk()));
                arguments.add(chunk.length());
                arguments.add(chunk.probes());
                arguments.add(chunk.offsetBytes());
            }
        }
        return runner.read(SharedScripts.CONFIRM, request.uuid(), keys, arguments.toArray())
                .map(RedisSharedServer::step);
    }

    @Override
    public Answer<Step> mergeChunk(String uuid, String nonce, int generation, int chunk, byte[] body) {
        byte[] whole = new byte[ChunkLayout.HEADER + body.length];
        System.arraycopy(body, 0, whole, ChunkLayout.HEADER, body.length);
        return runner.write(
                        SharedScripts.MERGE,
                        uuid,
                        List.of(nameOf(uuid, generation, chunk), names.of("merge")),
                        nonce,
                        generation,
                        chunk,
                        whole.length,
                        whole)
                .map(RedisSharedServer::step);
    }

    @Override
    public Answer<Step> change(ChangeRequest request) {
        List<Object> arguments = new ArrayList<>(List.of(
                request.nonce(),
                request.entry().kind(),
                request.entry().data(),
                request.expected().size()));
        addFields(arguments, request.expected());
        arguments.add(request.fields().size());
        addFields(arguments, request.fields());
        request.needed().forEach(chunk -> arguments.add(chunk.length()));
        return runner.write(
                        SharedScripts.CHANGE,
                        request.uuid(),
                        namesOf(request.uuid(), request.needed()),
                        arguments.toArray())
                .map(RedisSharedServer::step);
    }

    @Override
    public Step chunk(String uuid, ChunkName chunk) {
        byte[] name = nameOf(uuid, chunk.generation(), chunk.chunk());
        byte[] bytes = (byte[]) Objects.requireNonNull(routes.lookUp(name, Call.of("GETRANGE", name, 0, -1)));
        byte[] header = ChunkLayout.header(uuid, chunk.generation(), chunk.chunk(), chunk.length())
                .getBytes(StandardCharsets.US_ASCII);
        boolean isWhole =
                bytes.length == chunk.length() && Arrays.equals(bytes, 0, header.length, header, 0, header.length);
        return isWhole ? Step.chunk(bytes) : Step.of(Step.Result.LOST);
    }

    @Override
    public boolean pointsElsewhere(String identity) {
        if (!servers.isCluster()) {
            return false;
        }
        boolean found = false;
        for (Line line : servers.linesToAll()) {
            try (line) {
                found |= pointsElsewhere(line, identity);
            } catch (LineException gone) {
                // then it is not this one
            }
        }
        return found;
    }

    private boolean pointsElsewhere(Line line, String identity) {
        List<@Nullable Object> answers = line.ask(
                List.of(Call.of("INFO", "server"), Call.of("INFO", "replication"), Call.of("EXISTS", names.head())));
        if (!(answers.get(0) instanceof byte[] server) || !(answers.get(1) instanceof byte[] replication)) {
            return false;
        }
        String history = new String(replication, StandardCharsets.UTF_8);
        Matcher run = RUN_ID.matcher(new String(server, StandardCharsets.UTF_8));
        Matcher replid = REPLICATION_ID.matcher(history);
        return run.find()
                && replid.find()
                && identity.equals(run.group(1) + " " + replid.group(1))
                && history.contains("role:master")
                && answers.get(2) instanceof Refusal refusal
                && (refusal.is("MOVED") || refusal.is("ASK"));
    }

    @Override
    public long timeMillis() {
        List<?> parts = (List<?>) Objects.requireNonNull(routes.lookUp(names.head(), Call.of("TIME")));
        return LogRunner.number(parts.get(0)) * 1_000 + LogRunner.number(parts.get(1)) / 1_000;
    }

    @Override
    public void forget(String uuid, List<ChunkName> chunks) {
        for (byte[] name : namesOf(uuid, chunks)) {
            Object unused = routes.write(name, Call.of("UNLINK", name));
        }
    }

    /** Result, seq, nonce, keys, and a text of digits for each chunk. */
    private static Step step(List<@Nullable Object> parts) {
        Step.Result result = Step.Result.valueOf(LogRunner.text(parts.get(0)));
        if (result != Step.Result.DONE || parts.size() < 3) {
            return Step.of(result);
        }
        Position position = new Position(LogRunner.number(parts.get(1)), LogRunner.text(parts.get(2)));
        if (parts.size() < 5) {
            return Step.done(position);
        }
        StringBuilder digits = new StringBuilder();
        for (Object flags : parts.subList(4, parts.size())) {
            digits.append(new String((byte[]) Objects.requireNonNull(flags), StandardCharsets.US_ASCII));
        }
        boolean[] flags = new boolean[digits.length()];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = digits.charAt(i) == '1';
        }
        return Step.done(position, LogRunner.number(parts.get(3)), flags);
    }
}
