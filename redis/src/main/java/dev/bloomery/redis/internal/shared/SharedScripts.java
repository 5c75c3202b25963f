package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogScript;

/** The scripts of a shared filter; arguments from {@code ARGV[4]} on. Chunks are the keys from {@code KEYS[3]} on. Answers begin with a {@link Step.Result}. */
final class SharedScripts {

    /** Most of the values that Lua hands to a command at once: it can take some 8,000. */
    private static final String CHUNKS = """
            local MOST_VALUES = 7000
            local function is_whole(key, length)
                return redis.call('STRLEN', key) == tonumber(length)
            end
            """;

    /** Replaced uuid, nonce, lease, length of the log, number of fields, fields with their values, lengths of the chunks. */
    static final LogScript CREATE = LogScript.of(CHUNKS + """
            local wrong = check_kind()
            if wrong and wrong[1] == 'OTHER' then
                return wrong
            end
            local there = wrong and '' or head_field('uuid')
            if there == ARGV[3] then
                return done('DONE', head_field('seq'), head_field('nonce'))
            end
            if there ~= ARGV[4] and not (wrong and ARGV[4] ~= '') then
                return done('STALE')
            end
            local fields = tonumber(ARGV[8])
            for i = 3, #KEYS do
                if not is_whole(KEYS[i], ARGV[8 + 2 * fields + i - 2]) then
                    return done('LOST')
                end
            end
            redis.call('UNLINK', HEAD, LOG)
            redis.call('HSET', HEAD, 'format', ARGV[1], 'kind', ARGV[2], 'uuid', ARGV[3], 'lease', ARGV[6],
                'length', ARGV[7], 'seq', '0', 'nonce', '')
            local time = redis.call('TIME')
            local now = number(time[1] * 1000 + math.floor(time[2] / 1000))
            for i = 9, 8 + 2 * fields, 2 do
                local value = string.gsub(ARGV[i + 1], '<now>', now)
                redis.call('HSET', HEAD, ARGV[i], value == '<here>' and identity() or value)
            end
            return done('DONE', append_entry(ARGV[5], 'created', ''), ARGV[5])""");

    /** Length, header. */
    static final LogScript ALLOCATE = LogScript.of("""
            if redis.call('EXISTS', KEYS[3]) == 0 then
                redis.call('SETRANGE', KEYS[3], ARGV[4] - 1, string.char(0))
                redis.call('SETRANGE', KEYS[3], 0, ARGV[5])
            end
            return done('DONE')""");

    /** Generation, length, header. */
    static final LogScript PREPARE = LogScript.of(CHUNKS + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if tonumber(head_field('newest')) >= tonumber(ARGV[4]) then
                return done('STALE')
            end
            if redis.call('EXISTS', KEYS[3]) == 0 then
                redis.call('SETRANGE', KEYS[3], ARGV[5] - 1, string.char(0))
                redis.call('SETRANGE', KEYS[3], 0, ARGV[6])
            end
            return done(is_whole(KEYS[3], ARGV[5]) and 'DONE' or 'LOST')""");

    /** Nonce, newest generation, older, writer, whether the bits must be whole, probes, and for each chunk its length, hashes and offsets. The last key wakes readers. */
    static final LogScript ADD = LogScript.of(CHUNKS + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if head_field('newest') ~= ARGV[5] or head_field('older') ~= ARGV[6]
                or ARGV[7] ~= '' and not string.find(' ' .. head_field('writers') .. ' ', ' ' .. ARGV[7] .. ' ', 1, true)
                or ARGV[8] == '1' and (head_field('state') ~= 'ACTIVE' or head_field('sound') ~= identity()) then
                return done('STALE')
            end
            for i = 3, #KEYS - 1 do
                if not is_whole(KEYS[i], ARGV[3 * i + 1]) then
                    return done('LOST')
                end
            end
            local probes = tonumber(ARGV[9])
            local at_once = math.floor(MOST_VALUES / (4 * probes))
            local fresh, flags = {}, {}
            for i = 3, #KEYS - 1 do
                local hashes, offsets = ARGV[3 * i + 2], ARGV[3 * i + 3]
                local keys = #hashes / 8
                local own = {}
                for first = 0, keys - 1, at_once do
                    local last = math.min(keys, first + at_once) - 1
                    local words, n = {}, 0
                    local at = first * probes * 4 + 1
                    for _ = first * probes, (last + 1) * probes - 1 do
                        words[n + 1], words[n + 2], words[n + 4] = 'SET', 'u1', '1'
                        words[n + 3], at = struct.unpack('>I4', offsets, at)
                        n = n + 4
                    end
                    local old = redis.call('BITFIELD', KEYS[i], unpack(words))
                    for key = first, last do
                        local is_new = '0'
                        for bit = (key - first) * probes + 1, (key - first + 1) * probes do
                            if old[bit] == 0 then
                                is_new = '1'
                                break
                            end
                        end
                        own[#own + 1] = is_new
                        if is_new == '1' then
                            fresh[#fresh + 1] = string.sub(hashes, key * 8 + 1, key * 8 + 8)
                        end
                    end
                end
                flags[#flags + 1] = table.concat(own)
            end
            local keys = head_field('keys')
            if #fresh > 0 then
                local seq = append_entry(ARGV[4], 'add', table.concat(fresh))
                redis.call('XADD', KEYS[#KEYS], 'MAXLEN', '1', '*', 's', seq)
                keys = number(redis.call('HINCRBY', HEAD, 'keys', #fresh))
            end
            return done('DONE', head_field('seq'), head_field('nonce'), keys, unpack(flags))""");

    /** Seq, nonce, generations, number of chunks, and for each its length, probes and offsets. */
    static final LogScript CONFIRM = LogScript.of(CHUNKS + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if head_field('state') ~= 'ACTIVE' or head_field('sound') ~= identity() or head_field('gens') ~= ARGV[6]
                or not in_chain(ARGV[4], ARGV[5]) then
                return done('STALE')
            end
            local flags = {}
            for i = 3, #KEYS do
                if not is_whole(KEYS[i], ARGV[3 * i - 2]) then
                    return done('LOST')
                end
                local probes, offsets = tonumber(ARGV[3 * i - 1]), ARGV[3 * i]
                local own, at = {}, 1
                while at < #offsets do
                    local has_all = '1'
                    for _ = 1, probes do
                        local offset
                        offset, at = struct.unpack('>I4', offsets, at)
                        if redis.call('GETBIT', KEYS[i], offset) == 0 then
                            has_all = '0'
                        end
                    end
                    own[#own + 1] = has_all
                end
                flags[#flags + 1] = table.concat(own)
            end
            return done('DONE', ARGV[4], ARGV[5], '0', unpack(flags))""");

    /** Nonce, generation, chunk, length, bytes as long as the chunk. Keys: the chunk, and one to write the bytes to. */
    static final LogScript MERGE = LogScript.of(CHUNKS + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            if not is_whole(KEYS[3], ARGV[7]) then
                return done('LOST')
            end
            redis.call('SET', KEYS[4], ARGV[8])
            redis.call('BITOP', 'OR', KEYS[3], KEYS[3], KEYS[4])
            redis.call('UNLINK', KEYS[4])
            if ARGV[5] ~= head_field('newest') then
                redis.call('HINCRBY', HEAD, 'older', 1)
            end
            return done('DONE', append_entry(ARGV[4], 'merge', ARGV[5] .. ' ' .. ARGV[6]), ARGV[4])""");

    /** Nonce, kind, data, number of fields expected, those, number of fields set, those, lengths of the chunks. */
    static final LogScript CHANGE = LogScript.of(CHUNKS + """
            local wrong = check_head()
            if wrong then
                return wrong
            end
            local at = 8
            for _ = 1, tonumber(ARGV[7]) do
                local found = ARGV[at] == '<here>' and identity() or head_field(ARGV[at])
                if found ~= ARGV[at + 1] then
                    return done('STALE')
                end
                at = at + 2
            end
            local first = at + 1
            local last = at + 2 * tonumber(ARGV[at])
            for i = 3, #KEYS do
                if not is_whole(KEYS[i], ARGV[last + i - 2]) then
                    return done('LOST')
                end
            end
            local time = redis.call('TIME')
            local now = number(time[1] * 1000 + math.floor(time[2] / 1000))
            for i = first, last, 2 do
                if ARGV[i + 1] == '' then
                    redis.call('HDEL', HEAD, ARGV[i])
                else
                    local value = string.gsub(ARGV[i + 1], '<now>', now)
                    redis.call('HSET', HEAD, ARGV[i], value == '<here>' and identity() or value)
                end
            end
            return done('DONE', append_entry(ARGV[4], ARGV[5], (string.gsub(ARGV[6], '<now>', now))), ARGV[4])""");

    private SharedScripts() {}
}
