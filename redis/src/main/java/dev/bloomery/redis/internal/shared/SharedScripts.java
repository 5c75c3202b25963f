package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.LogScript;

/** The scripts of a shared filter; arguments from {@code ARGV[4]} on. Chunks are the keys from {@code KEYS[3]} on. Answers begin with a {@link Step.Result}. */
final class SharedScripts {

    private static final String CHUNKS = """
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

    /** Nonce, newest generation, older, writer, whether the bits must be whole, pairs of words a key, and for each chunk its length, hashes and {@link WordPairs}. The last key wakes readers. */
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
            local call, read, write, bor = redis.call, struct.unpack, struct.pack, bit.bor
            local pairs_of_key = tonumber(ARGV[9])
            local fresh, count, flags = {}, 0, {}
            for i = 3, #KEYS - 1 do
                local chunk, hashes, words = KEYS[i], ARGV[3 * i + 2], ARGV[3 * i + 3]
                local keys, own, at = #hashes / 8, {}, 1
                local new_from = 1
                for key = 1, keys do
                    local is_new = '0'
                    for _ = 1, pairs_of_key do
                        local from, to, a, b, between, c, d
                        from, to, a, b, between, c, d, at = read('<ssi4i4I1i4i4', words, at)
                        local old = call('GETRANGE', chunk, from, to)
                        local old_a, old_b = read('<i4i4', old)
                        local old_c, old_d = read('<i4i4', old, 9 + between)
                        a, b, c, d = bor(a, old_a), bor(b, old_b), bor(c, old_c), bor(d, old_d)
                        if a ~= old_a or b ~= old_b or c ~= old_c or d ~= old_d then
                            is_new = '1'
                            call('SETRANGE', chunk, from,
                                write('<i4i4c0i4i4', a, b, string.sub(old, 9, 8 + between), c, d))
                        end
                    end
                    own[key] = is_new
                    if is_new == '0' then
                        fresh[#fresh + 1] = string.sub(hashes, new_from * 8 - 7, key * 8 - 8)
                        new_from = key + 1
                    else
                        count = count + 1
                    end
                end
                fresh[#fresh + 1] = string.sub(hashes, new_from * 8 - 7)
                flags[#flags + 1] = table.concat(own)
            end
            local keys = head_field('keys')
            if count > 0 then
                local seq = append_entry(ARGV[4], 'add', table.concat(fresh))
                redis.call('XADD', KEYS[#KEYS], 'MAXLEN', '1', '*', 's', seq)
                keys = number(redis.call('HINCRBY', HEAD, 'keys', count))
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
