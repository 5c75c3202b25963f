package dev.bloomery.redis.internal.log;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script over a log: one atomic step of the server. All begin with the same functions, so that a step of
 * another package, which changes something beside the log, appends its entry at
 * once.
 *
 * <p>Keys: the head, the log, and what the step needs beside them, all of which must be declared. While a
 * slot of a cluster moves, a script that finds only some of its keys at a node
 * is refused, and finds none missing. Arguments: format, kind of the log, uuid that is meant, and those of
 * the step, from {@code ARGV[4]} on. The answer is a list of texts:
 * {@code DONE}, {@code GONE} or {@code OTHER}, the identity of the server, and what the step answers.
 *
 * <table>
 *   <caption>Functions</caption>
 *   <tr><td>{@code check_head()}</td><td>nil if the head is the one that is meant, and the log is there; else
 *   the answer to return</td></tr>
 *   <tr><td>{@code done(...)}</td><td>the answer of a step</td></tr>
 *   <tr><td>{@code append_entry(nonce, kind, data)}</td><td>appends an entry after {@code check_head}, and
 *   gives its number back, a text</td></tr>
 *   <tr><td>{@code in_chain(seq, nonce)}</td><td>whether the log has this entry</td></tr>
 *   <tr><td>{@code head_field(name)}</td><td>a field of the head, or the empty text</td></tr>
 *   <tr><td>{@code number(n)}</td><td>a whole number as text, without an exponent</td></tr>
 * </table>
 *
 * <p>The head is a hash: {@code format}, {@code kind}, {@code uuid}, {@code lease} in milliseconds, {@code
 * length} to which the log is trimmed, {@code seq} and {@code nonce} of the last
 * entry, and for each node of the roster {@code n:<id>}, with the number of the last entry that it has
 * applied and its beat. The log is a stream. Entry {@code <seq>-0} has {@code p}, the nonce of the one
 * before it, {@code n}, its own, {@code k}, its kind, and {@code d}, its data. It is never empty: the
 * creation is entry 1.
 */
public final class LogScript {
    /** What is compared first; a library that keeps its logs in another way has another one. */
    static final String FORMAT = "1";

    private static final String PROLOGUE = """
            local HEAD, LOG = KEYS[1], KEYS[2]
            local function number(n)
                return string.format('%.0f', n)
            end
            local function identity()
                return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') .. ' '
                    .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
            end
            local function done(...)
                return {'DONE', identity(), ...}
            end
            local function check_kind()
                local found = redis.call('HMGET', HEAD, 'format', 'kind')
                if not found[1] or redis.call('EXISTS', LOG) == 0 then
                    return {'GONE', identity()}
                end
                if found[1] ~= ARGV[1] or found[2] ~= ARGV[2] then
                    return {'OTHER', identity()}
                end
            end
            local function head_field(name)
                return redis.call('HGET', HEAD, name) or ''
            end
            local function check_head()
                local wrong = check_kind()
                if not wrong and head_field('uuid') ~= ARGV[3] then
                    wrong = {'OTHER', identity()}
                end
                return wrong
            end
            local function append_entry(nonce, kind, data)
                local found = redis.call('HMGET', HEAD, 'nonce', 'length')
                local seq = number(redis.call('HINCRBY', HEAD, 'seq', 1))
                redis.call('HSET', HEAD, 'nonce', nonce)
                redis.call('XADD', LOG, 'MAXLEN', '~', found[2], seq .. '-0', 'p', found[1], 'n', nonce, 'k', kind, 'd', data)
                return seq
            end
            local function in_chain(seq, nonce)
                local found = redis.call('XRANGE', LOG, seq .. '-0', seq .. '-0')
                return found[1] ~= nil and found[1][2][4] == nonce
            end
            """;

    private final byte[] text;
    private final String digest;

    private LogScript(String body) {
        text = (PROLOGUE + body).getBytes(StandardCharsets.UTF_8);
        try {
            digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    /** A step. Its body is in Lua, after the functions above. */
    public static LogScript of(String body) {
        return new LogScript(body);
    }

    byte[] text() {
        return text;
    }

    String digest() {
        return digest;
    }
}
