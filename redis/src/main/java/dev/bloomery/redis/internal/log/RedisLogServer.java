package dev.bloomery.redis.internal.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The log in Redis, by scripts. */
public final class RedisLogServer implements LogServer {
    /** How many fields of the head come before the further ones: uuid, lease, seq, nonce. */
    private static final int FIXED_FIELDS = 4;

    private static final String HEAD = """
            local function head(first)
                local names = {'uuid', 'lease', 'seq', 'nonce'}
                for i = first, #ARGV do
                    names[#names + 1] = ARGV[i]
                end
                return redis.call('HMGET', HEAD, unpack(names))
            end
            """;

    private static final LogScript LOOK = LogScript.of(HEAD + """
            return check_kind() or done(head(4))""");

    /**
     * Nonce, lease, length, number of fields of the creator, those with their values, and the fields to
     * answer with.
     */
    private static final LogScript CREATE = LogScript.of(HEAD + """
            local wrong = check_kind()
            local own = tonumber(ARGV[7])
            if wrong and wrong[1] == 'OTHER' then
                return wrong
            end
            if wrong then
                redis.call('UNLINK', HEAD, LOG)
                redis.call('HSET', HEAD, 'format', ARGV[1], 'kind', ARGV[2], 'uuid', ARGV[3], 'lease', ARGV[5],
                    'length', ARGV[6], 'seq', '0', 'nonce', '')
                for i = 8, 7 + 2 * own, 2 do
                    redis.call('HSET', HEAD, ARGV[i], ARGV[i + 1])
                end
                append_entry(ARGV[4], 'created', '')
            end
            return done(head(8 + 2 * own))""");

    /** Nonce, and kind and data of each entry. */
    private static final LogScript APPEND = LogScript.of("""
            local wrong = check_head()
            if wrong then
                return wrong
            end
            local seq
            for i = 5, #ARGV, 2 do
                seq = append_entry(ARGV[4] .. '.' .. (i - 5) / 2, ARGV[i], ARGV[i + 1])
            end
            return done(seq)""");

    /** Node, beat, seq, nonce, how many entries at most, and the fields to answer with. */
    private static final LogScript SYNC = LogScript.of(HEAD + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if not in_chain(ARGV[6], ARGV[7]) then
                return done('0', head(9))
            end
            redis.call('HSET', HEAD, 'n:' .. ARGV[4], ARGV[6] .. ' ' .. ARGV[5])
            local found = redis.call('XRANGE', LOG, number(tonumber(ARGV[6]) + 1) .. '-0', '+', 'COUNT', ARGV[8])
            return done('1', head(9), found)""");

    /** Seq and nonce. */
    private static final LogScript PASSED = LogScript.of("""
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if not in_chain(ARGV[4], ARGV[5]) then
                return done('0')
            end
            local answer = done('1')
            local seq = tonumber(ARGV[4])
            local fields = redis.call('HGETALL', HEAD)
            for i = 1, #fields, 2 do
                if string.sub(fields[i], 1, 2) == 'n:' and tonumber(string.match(fields[i + 1], '^%d+')) < seq then
                    answer[#answer + 1] = string.sub(fields[i], 3)
                    answer[#answer + 1] = fields[i + 1]
                end
            end
            return answer""");

    /** Node and its report. */
    private static final LogScript RETIRE = LogScript.of("""
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if head_field('n:' .. ARGV[4]) ~= ARGV[5] then
                return done('0')
            end
            redis.call('HDEL', HEAD, 'n:' .. ARGV[4])
            return done('1')""");

    /** Node. */
    private static final LogScript LEAVE = LogScript.of("""
            return check_head() or done(number(redis.call('HDEL', HEAD, 'n:' .. ARGV[4])))""");

    private final LogRunner runner;
    private final long leaseMillis;
    private final long length;
    private final Map<String, byte[]> own;
    private final List<String> fields;

    /**
     * @param length to how many entries the log is trimmed, about
     * @param own further fields of the head that {@link #create} sets
     * @param fields further fields of the head that every head is answered with
     */
    public RedisLogServer(
            LogRunner runner, long leaseMillis, long length, Map<String, byte[]> own, List<String> fields) {
        this.runner = runner;
        this.leaseMillis = leaseMillis;
        this.length = length;
        this.own = Map.copyOf(own);
        this.fields = List.copyOf(fields);
    }

    @Override
    public Answer<LogHead> look() {
        return runner.read(LOOK, "", List.of(), fields.toArray()).map(parts -> head(parts.get(0)));
    }

    @Override
    public Answer<LogHead> create(String uuid, String nonce) {
        List<Object> arguments = new ArrayList<>(List.of(nonce, leaseMillis, length, own.size()));
        own.forEach((field, value) -> {
            arguments.add(field);
            arguments.add(value);
        });
        arguments.addAll(fields);
        return runner.write(CREATE, uuid, List.of(), arguments.toArray()).map(parts -> head(parts.get(0)));
    }

    @Override
    public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
        List<Object> arguments = new ArrayList<>(1 + 2 * entries.size());
        arguments.add(nonce);
        for (LogData entry : entries) {
            arguments.add(entry.kind());
            arguments.add(entry.data());
        }
        return runner.write(APPEND, uuid, List.of(), arguments.toArray())
                .map(parts -> new Position(LogRunner.number(parts.get(0)), nonce + "." + (entries.size() - 1)));
    }

    @Override
    public Answer<Synced> sync(SyncRequest request) {
        List<Object> arguments = new ArrayList<>(List.of(
                request.node(),
                request.beat(),
                request.position().seq(),
                request.position().nonce(),
                request.most()));
        arguments.addAll(fields);
        return runner.write(SYNC, request.uuid(), List.of(), arguments.toArray())
                .map(this::synced);
    }

    private Synced synced(List<@Nullable Object> parts) {
        LogHead head = head(parts.get(1));
        if (LogRunner.text(parts.get(0)).equals("0")) {
            return new Synced(false, List.of(), head);
        }
        List<LogEntry> entries = new ArrayList<>();
        for (Object part : (List<?>) Objects.requireNonNull(parts.get(2))) {
            entries.add(entry((List<?>) part));
        }
        return new Synced(true, entries, head);
    }

    /** Id, and a list of fields with their values: p, n, k, d. */
    private static LogEntry entry(List<?> parts) {
        String id = LogRunner.text(parts.get(0));
        List<?> values = (List<?>) parts.get(1);
        return new LogEntry(
                new Position(Long.parseLong(id.substring(0, id.indexOf('-'))), LogRunner.text(values.get(3))),
                LogRunner.text(values.get(1)),
                LogRunner.text(values.get(5)),
                (byte[]) values.get(7));
    }

    @Override
    public Answer<Passed> passed(String uuid, Position entry) {
        return runner.read(PASSED, uuid, List.of(), entry.seq(), entry.nonce()).map(parts -> {
            Map<String, String> missing = new HashMap<>();
            for (int i = 1; i < parts.size(); i += 2) {
                missing.put(LogRunner.text(parts.get(i)), LogRunner.text(parts.get(i + 1)));
            }
            return new Passed(LogRunner.text(parts.get(0)).equals("1"), missing);
        });
    }

    @Override
    public Answer<Boolean> retire(String uuid, String node, String reported) {
        return runner.read(RETIRE, uuid, List.of(), node, reported).map(RedisLogServer::isOne);
    }

    @Override
    public Answer<Boolean> leave(String uuid, String node) {
        return runner.read(LEAVE, uuid, List.of(), node).map(RedisLogServer::isOne);
    }

    private static boolean isOne(List<@Nullable Object> parts) {
        return LogRunner.text(parts.get(0)).equals("1");
    }

    private LogHead head(@Nullable Object part) {
        List<?> values = (List<?>) Objects.requireNonNull(part);
        Map<String, byte[]> more = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Object value = values.get(FIXED_FIELDS + i);
            if (value != null) {
                more.put(fields.get(i), (byte[]) value);
            }
        }
        return new LogHead(
                LogRunner.text(values.get(0)),
                LogRunner.number(values.get(1)),
                new Position(LogRunner.number(values.get(2)), LogRunner.text(values.get(3))),
                more);
    }
}
