package dev.bloomery.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A faulty disk keeps the contract until a fault is due, and then fails exactly where it is to fail. */
class FaultyDiskTest extends DiskContract {
    private static final Path DIRECTORY = Path.of("/data").toAbsolutePath();

    private final SimulatedDisk simulated = SimulatedDisk.with(DIRECTORY);
    private final FaultyDisk disk = new FaultyDisk(simulated);

    @Override
    FaultyDisk disk() {
        return disk;
    }

    @Override
    Path directory() {
        return DIRECTORY;
    }

    private static void assertFull(ThrowingCallable call) {
        assertThatIOException().isThrownBy(call).withMessageContaining("No space left on device");
    }

    @Test
    void failing_eachKind_failsThatOneOnce() throws IOException {
        DiskFile file = disk.create(file("a"));
        Map<DiskOperation, ThrowingCallable> calls = new EnumMap<>(DiskOperation.class);
        calls.put(DiskOperation.CREATE, () -> disk.create(file("b")));
        calls.put(DiskOperation.OPEN_TO_READ, () -> disk.openToRead(file("b")));
        calls.put(DiskOperation.OPEN_TO_WRITE, () -> disk.openToWrite(file("b")));
        calls.put(DiskOperation.RENAME, () -> disk.rename(file("b"), file("c")));
        calls.put(DiskOperation.DELETE, () -> disk.delete(file("c")));
        calls.put(DiskOperation.SYNC_DIRECTORY, () -> disk.syncDirectory(DIRECTORY));
        calls.put(DiskOperation.CREATE_DIRECTORY, () -> disk.createDirectory(file("d")));
        calls.put(DiskOperation.LIST, () -> disk.list(DIRECTORY));
        calls.put(DiskOperation.APPEND, () -> file.append(bytes("x")));
        calls.put(DiskOperation.WRITE, () -> file.write(bytes("x"), 0));
        calls.put(DiskOperation.READ, () -> file.read(ByteBuffer.allocate(1), 0));
        calls.put(DiskOperation.SIZE, file::size);
        calls.put(DiskOperation.TRUNCATE, () -> file.truncate(0));
        calls.put(DiskOperation.SYNC, file::sync);
        calls.put(DiskOperation.TRY_LOCK, file::tryLock);
        calls.put(DiskOperation.CLOSE, file::close);
        assertThat(calls).hasSameSizeAs(DiskOperation.values());
        for (DiskOperation kind : DiskOperation.values()) {
            disk.failing(Fault.at(0).of(kind));
            for (Map.Entry<DiskOperation, ThrowingCallable> call : calls.entrySet()) {
                if (call.getKey() == kind) {
                    assertFull(call.getValue());
                    assertThat(disk.operations(kind)).isEqualTo(1);
                }
            }
            assertThat(disk.failures()).isEqualTo(1);
        }
    }

    @Test
    void failing_once_failsOnlyThatOperation() throws IOException {
        disk.failing(Fault.at(1));
        DiskFile file = disk.create(file("a"));
        assertFull(() -> file.append(bytes("one")));
        file.append(bytes("two"));
        assertThat(read(file)).isEqualTo("two");
        assertThat(disk.failures()).isEqualTo(1);
        assertThat(disk.operations()).isEqualTo(5);
    }

    @Test
    void failing_fromThenOn_failsUntilHealed() throws IOException {
        disk.failing(Fault.from(1).of(DiskOperation.APPEND, DiskOperation.CREATE));
        DiskFile file = disk.create(file("a"));
        assertFull(() -> file.append(bytes("one")));
        file.sync();
        assertFull(() -> disk.create(file("b")));
        disk.heal();
        file.append(bytes("two"));
        assertThat(simulated.content(file("a"))).isEqualTo("two".getBytes(UTF_8));
    }

    @Test
    void failing_appendAfterAPart_writesThePart() throws IOException {
        disk.failing(Fault.at(0).of(DiskOperation.APPEND).afterPart(0.5));
        DiskFile file = disk.create(file("a"));
        ByteBuffer bytes = bytes("0123456789").position(2);
        assertFull(() -> file.append(bytes));
        assertThat(bytes.remaining()).isEqualTo(4);
        assertThat(simulated.content(file("a"))).isEqualTo("2345".getBytes(UTF_8));
    }

    @Test
    void failing_close_releasesTheLock() throws IOException {
        DiskFile file = disk.create(file("a"));
        assertThat(file.tryLock()).isTrue();
        disk.failing(Fault.at(0));
        assertFull(file::close);
        try (DiskFile again = disk.openToWrite(file("a"))) {
            assertThat(again.tryLock()).isTrue();
        }
    }

    @Test
    void toString_anyFault_saysWhatFails() {
        assertThat(Fault.at(7)).hasToString("operation 7 fails");
        assertThat(Fault.from(0).of(DiskOperation.SYNC)).hasToString("[SYNC] from 0 on fails");
        assertThat(Fault.at(1).of(DiskOperation.APPEND).afterPart(0.5))
                .hasToString("[APPEND] 1 fails after a part of 0.5");
    }
}
