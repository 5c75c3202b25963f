package dev.bloomery.redis.internal.lettuce;

import dev.bloomery.redis.internal.server.Call;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Refusal;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A connection of Lettuce, or a share in one. */
final class LettuceLine implements Line {
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Duration timeout;
    private final Use use;

    /** What becomes of the connection. */
    interface Use {
        /** It is not to be used by others any more. */
        void spoil();

        /** This line does not need it any more. */
        void end();
    }

    LettuceLine(StatefulRedisConnection<byte[], byte[]> connection, Duration timeout, Use use) {
        this.connection = connection;
        this.timeout = timeout;
        this.use = use;
    }

    /** One that nobody else uses. */
    static Line own(OwnClient client, StatefulRedisConnection<byte[], byte[]> connection, Duration timeout) {
        return new LettuceLine(connection, timeout, new Use() {
            @Override
            public void spoil() {
                // it ends soon
            }

            @Override
            public void end() {
                client.close(connection);
            }
        });
    }

    @Override
    public List<@Nullable Object> ask(List<Call> calls) {
        List<AsyncCommand<byte[], byte[], @Nullable Object>> sent =
                calls.stream().map(LettuceLine::command).toList();
        try {
            if (sent.size() == 1) {
                var unused = connection.dispatch(sent.get(0));
            } else {
                var unused = connection.dispatch(sent);
            }
            long deadline = System.nanoTime() + timeout.toNanos();
            List<@Nullable Object> answers = new ArrayList<>(sent.size());
            for (AsyncCommand<byte[], byte[], @Nullable Object> command : sent) {
                answers.add(answer(command, deadline));
            }
            return answers;
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw noAnswer("the thread was interrupted while it waited for Redis", problem, sent);
        } catch (TimeoutException problem) {
            use.spoil();
            throw noAnswer("Redis has not answered within " + timeout.toMillis() + " ms", problem, sent);
        } catch (ExecutionException problem) {
            use.spoil();
            throw noAnswer("there was no answer from Redis", problem.getCause(), sent);
        } catch (RedisException | CancellationException problem) {
            use.spoil();
            throw noAnswer("there was no answer from Redis", problem, sent);
        }
    }

    private static AsyncCommand<byte[], byte[], @Nullable Object> command(Call call) {
        CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
        for (byte[] argument : call.arguments()) {
            arguments.add(argument);
        }
        return new AsyncCommand<>(new Command<>(new Word(call.command()), new AnswerOutput(), arguments));
    }

    private @Nullable Object answer(AsyncCommand<byte[], byte[], @Nullable Object> command, long deadline)
            throws InterruptedException, TimeoutException, ExecutionException {
        try {
            return command.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException problem) {
            if (!(problem.getCause() instanceof RedisCommandExecutionException refused)) {
                throw problem;
            }
            Refusal refusal = new Refusal(String.valueOf(refused.getMessage()));
            if (refusal.is("READONLY")) {
                use.spoil(); // a primary that became a replica; the next connection is to its successor
            }
            return refusal;
        }
    }

    /** What was not sent yet is not to be sent later, in vain. */
    private static LineException noAnswer(
            String message, @Nullable Throwable cause, List<AsyncCommand<byte[], byte[], @Nullable Object>> sent) {
        sent.forEach(AsyncCommand::cancel);
        return LineException.noAnswer(message, cause);
    }

    @Override
    public void close() {
        use.end();
    }
}
