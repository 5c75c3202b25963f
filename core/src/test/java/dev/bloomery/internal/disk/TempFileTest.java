package dev.bloomery.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempFileTest {
    @TempDir
    private Path directory;

    /** A plain channel would be closed by the interrupt, and the build of a fuse filter would end with it. */
    @Test
    void writeAndRead_interruptedThread_goOn() throws IOException {
        try (TempFile file = new TempFile(directory, "bloomery", ".test")) {
            Thread.currentThread().interrupt();
            file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 5);
            ByteBuffer read = ByteBuffer.allocate(2);
            file.read(read, 6);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(read.array()).containsExactly(2, 3);
        }
    }

    @Test
    void close_file_leavesNothing() throws IOException {
        TempFile file = new TempFile(directory, "bloomery", ".test");
        file.write(ByteBuffer.wrap(new byte[10]), 0);
        file.close();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void read_behindTheEnd_isSaid() throws IOException {
        try (TempFile file = new TempFile(directory, "bloomery", ".test")) {
            assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), 0)).isInstanceOf(EOFException.class);
        }
    }
}
