package dev.bloomery.internal.disk;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Numbers in a file that another process sees at once, and that stay when the one that wrote them is killed. From 0 on. */
public final class SharedLongs {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer bytes;

    public SharedLongs(Path file, int count) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * count);
        }
    }

    public long get(int index) {
        return (long) LONGS.getAcquire(bytes, 8 * index);
    }

    public void set(int index, long value) {
        LONGS.setRelease(bytes, 8 * index, value);
    }
}
