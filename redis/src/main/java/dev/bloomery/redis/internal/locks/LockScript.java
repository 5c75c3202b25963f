package dev.bloomery.redis.internal.locks;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.RefusedException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * The steps of locks, each of which the server does as a whole. All of a set of keys is in one hash:
 *
 * <table>
 *   <caption>Its fields</caption>
 *   <tr><td>{@code l0} to {@code l7}</td><td>the token of the session that has the lock</td></tr>
 *   <tr><td>{@code s<token>}</td><td>of a session with locks: the id of its connection, the run id of the server, the time of its last beat</td></tr>
 *   <tr><td>{@code epoch}</td><td>number, owner, and 1 if it has ended</td></tr>
 * </table>
 */
enum LockScript {
    /** Number, token, connection: 1 and the time if the session has it now; else 0, the token of the holder, its session, the time. */
    LOCK("""
            local holder = redis.call('HGET', KEYS[1], 'l' .. ARGV[1])
            if holder and holder ~= ARGV[2] then
                return {'0', holder, redis.call('HGET', KEYS[1], 's' .. holder) or '', now()}
            end
            redis.call('HSET', KEYS[1], 'l' .. ARGV[1], ARGV[2], 's' .. ARGV[2], ARGV[3] .. ' ' .. now())
            return {'1', now()}"""),

    /** Number, token, whether it is the last one: 1 if the session had it. */
    UNLOCK("""
            if redis.call('HGET', KEYS[1], 'l' .. ARGV[1]) ~= ARGV[2] then
                return {'0'}
            end
            redis.call('HDEL', KEYS[1], 'l' .. ARGV[1])
            if ARGV[3] == '1' then
                redis.call('HDEL', KEYS[1], 's' .. ARGV[2])
            end
            return {'1'}"""),

    /**
     * Token, connection, the digits of its locks, the time of the last look, for how long that proves something, the epoch that this session has begun: 0 if the session has not
     * all of its locks; else 1, the time, and all fields with their values. If the server has lost the whole hash since a look of just now, it is made again: nobody has done
     * anything but take locks since then.
     */
    LOOK("""
            local isWhole = true
            for number in string.gmatch(ARGV[3], '%d') do
                isWhole = isWhole and redis.call('HGET', KEYS[1], 'l' .. number) == ARGV[1]
            end
            if not isWhole then
                local passed = now() - ARGV[4]
                if redis.call('EXISTS', KEYS[1]) == 1 or passed < 0 or passed >= tonumber(ARGV[5]) then
                    return {'0'}
                end
                for number in string.gmatch(ARGV[3], '%d') do
                    redis.call('HSET', KEYS[1], 'l' .. number, ARGV[1])
                end
                if ARGV[6] ~= '' then
                    redis.call('HSET', KEYS[1], 'epoch', ARGV[6])
                end
            end
            if ARGV[3] ~= '' then
                redis.call('HSET', KEYS[1], 's' .. ARGV[1], ARGV[2] .. ' ' .. now())
            end
            local found = {'1', now()}
            for _, text in ipairs(redis.call('HGETALL', KEYS[1])) do
                found[#found + 1] = text
            end
            return found"""),

    /** Token, session as it was seen, or * for whatever it is: 1 if it was that one, and has no lock any more. */
    FORGET("""
            if ARGV[2] ~= '*' and (redis.call('HGET', KEYS[1], 's' .. ARGV[1]) or '') ~= ARGV[2] then
                return {'0'}
            end
            for number = 0, 7 do
                if redis.call('HGET', KEYS[1], 'l' .. number) == ARGV[1] then
                    redis.call('HDEL', KEYS[1], 'l' .. number)
                end
            end
            redis.call('HDEL', KEYS[1], 's' .. ARGV[1])
            return {'1'}"""),

    /** Owner: the epoch before, or nothing. */
    RAISE("""
            local before = redis.call('HGET', KEYS[1], 'epoch') or ''
            local number = tonumber(string.match(before, '^%d+') or '0')
            redis.call('HSET', KEYS[1], 'epoch', string.format('%.0f', number + 1) .. ' ' .. ARGV[1] .. ' 0')
            return {before}"""),

    /** Number and owner. */
    END("""
            if redis.call('HGET', KEYS[1], 'epoch') == ARGV[1] .. ' 0' then
                redis.call('HSET', KEYS[1], 'epoch', ARGV[1] .. ' 1')
            end
            return {'1'}""");

    /** Milliseconds by the clock of the server. */
    private static final String NOW = """
            local function now()
                local time = redis.call('TIME')
                return string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
            end
            """;

    private final String text;
    private final String digest;

    LockScript(String text) {
        this.text = NOW + text;
        try {
            byte[] sha1 = MessageDigest.getInstance("SHA-1").digest(bytes(this.text));
            digest = HexFormat.of().formatHex(sha1);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Runs it over the hash of this name. */
    List<String> run(Line line, byte[] name, String... arguments) {
        Object reply;
        try {
            reply = line.ask(call("EVALSHA", digest, name, arguments));
        } catch (RefusedException refused) {
            if (!refused.refusal().is("NOSCRIPT")) {
                throw refused;
            }
            reply = line.ask(call("EVAL", text, name, arguments)); // the first time on this server
        }
        List<String> texts = new ArrayList<>();
        for (Object part : (List<?>) Objects.requireNonNull(reply)) {
            texts.add(new String((byte[]) part, StandardCharsets.UTF_8));
        }
        return texts;
    }

    private static Call call(String command, String script, byte[] name, String... arguments) {
        Object[] words = new Object[3 + arguments.length];
        words[0] = script;
        words[1] = 1;
        words[2] = name;
        System.arraycopy(arguments, 0, words, 3, arguments.length);
        return Call.of(command, words);
    }
}
