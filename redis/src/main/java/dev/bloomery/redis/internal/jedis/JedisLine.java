package dev.bloomery.redis.internal.jedis;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.KeyValue;

/** A connection of Jedis: of a pool, which takes it back, or one of its own. */
final class JedisLine implements Line {
    private final Connection connection;
    private final boolean isPooled;

    private JedisLine(Connection connection, boolean isPooled) {
        this.connection = connection;
        this.isPooled = isPooled;
    }

    static Line pooled(Connection connection) {
        return new JedisLine(connection, true);
    }

    static Line own(Connection connection) {
        return new JedisLine(connection, false);
    }

    @Override
    public List<@Nullable Object> ask(List<Call> calls) {
        try {
            for (Call call : calls) {
                connection.sendCommand(call::command, call.arguments());
            }
            List<@Nullable Object> answers = new ArrayList<>(calls.size());
            for (Object answer : connection.getMany(calls.size())) {
                answers.add(plain(answer));
            }
            return answers;
        } catch (JedisException problem) {
            throw LineException.noAnswer("there was no answer from Redis", problem);
        }
    }

    /** Without the classes of Jedis: an error, or the pairs that newer protocols answer with. */
    private static @Nullable Object plain(@Nullable Object answer) {
        if (answer instanceof JedisDataException refused) {
            return new Refusal(String.valueOf(refused.getMessage()));
        }
        if (!(answer instanceof List<?> parts)) {
            return answer;
        }
        List<@Nullable Object> flat = new ArrayList<>(parts.size());
        for (Object part : parts) {
            if (part instanceof KeyValue<?, ?> pair) {
                flat.add(pair.getKey());
                flat.add(pair.getValue());
            } else {
                flat.add(plain(part));
            }
        }
        return flat;
    }

    @Override
    public void close() {
        try {
            if (!isPooled) {
                connection.disconnect(); // a pool that it may be of takes it for broken then
            }
            connection.close();
        } catch (JedisException broken) {
            // what was to be known of it the last answer has said, or its absence
        }
    }
}
