package dev.bloomery.redis.internal.lettuce;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes any answer of a server as it is: nothing, a number, bytes, or a list of such. */
final class AnswerOutput extends CommandOutput<byte[], byte[], @Nullable Object> {
    private final Deque<OpenList> open = new ArrayDeque<>();

    AnswerOutput() {
        super(ByteArrayCodec.INSTANCE, null);
    }

    /** A list of which some parts have not come yet. */
    private static final class OpenList {
        final List<@Nullable Object> parts;
        int missing;

        OpenList(int count) {
            parts = new ArrayList<>(count);
            missing = count;
        }
    }

    private void add(@Nullable Object part) {
        OpenList list = open.peek();
        if (list == null) {
            output = part;
        } else {
            list.parts.add(part);
            list.missing--;
            while (!open.isEmpty() && open.element().missing == 0) {
                open.pop();
            }
        }
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        add(bytes == null ? null : codec.decodeValue(bytes));
    }

    @Override
    public void setSingle(@Nullable ByteBuffer bytes) {
        set(bytes);
    }

    @Override
    public void set(long number) {
        add(number);
    }

    @Override
    public void multi(int count) {
        OpenList list = new OpenList(Math.max(count, 0));
        OpenList outer = open.peek();
        if (count <= 0) {
            add(count < 0 ? null : list.parts);
            return;
        }
        if (outer == null) {
            output = list.parts;
        } else {
            outer.parts.add(list.parts);
            outer.missing--;
        }
        open.push(list);
    }
}
