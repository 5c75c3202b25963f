package dev.bloomery.internal.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The files of a family, byte for byte: what one release writes every later one must read. */
class OwnerStoreGoldenTest {

    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");

    private static OwnerStore open(SimulatedDisk disk) throws IOException {
        return OwnerStore.open(
                disk,
                DIRECTORY,
                Long.MAX_VALUE,
                present -> present != null
                        ? present
                        : OwnerStore.newManifest(
                                true,
                                false,
                                1,
                                2,
                                3,
                                4,
                                new OwnerPlan(0.01),
                                "siphash-2-4",
                                KeyForm.INT64,
                                KeyForm.BYTES));
    }

    private static SimulatedDisk written() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        OwnerStore store = open(disk);
        for (int owner = 0; owner < 4; owner++) {
            for (int key = 0; key < 1 + 30 * owner; key++) {
                Change unused = store.add(((long) owner << 20) + 5, OwnedKey.hash(owner, key));
            }
        }
        boolean unused = store.drop(5);
        store.checkpoint();
        store.close();
        return disk;
    }

    private static Map<String, String> checksums(SimulatedDisk disk) throws IOException {
        // without the last bytes: the checksum of a text with its own checksum is always the same
        Map<String, String> checksums = new TreeMap<>();
        for (String name : disk.names(DIRECTORY)) {
            if (name.equals("lock")) {
                continue;
            }
            byte[] bytes = disk.content(DIRECTORY.resolve(name));
            checksums.put(
                    name,
                    bytes.length + " bytes, " + Integer.toHexString(LogRecord.checksum(bytes, 0, bytes.length - 4)));
        }
        return checksums;
    }

    @Test
    void files_afterFixedOperations_neverChange() throws IOException {
        assertThat(checksums(written()))
                .hasToString("{family=2676 bytes, e38ad9f8, stripe-00.1.log=592 bytes, c4a50872}");
    }

    /** The manifest of version 1 is that of version 2 without the encoders; its checksum is the one that the releases of then wrote. */
    @Test
    void open_manifestOfVersion1_hasAllOwners() throws IOException {
        SimulatedDisk disk = written();
        byte[] newer = disk.content(DIRECTORY.resolve("family"));
        byte[] older = Arrays.copyOf(newer, 2524);
        ByteBuffer fields = ByteBuffer.wrap(older).order(ByteOrder.LITTLE_ENDIAN);
        fields.putInt(8, 1).putInt(older.length - 4, LogRecord.checksum(older, 0, older.length - 4));
        disk.overwrite(DIRECTORY.resolve("family"), older);
        assertThat(checksums(disk)).hasToString("{family=2524 bytes, 94817533, stripe-00.1.log=592 bytes, c4a50872}");
        try (OwnerStore store = open(disk)) {
            assertThat(store.totals().owners()).isEqualTo(3);
            assertThat(store.answer((1L << 20) + 5, OwnedKey.hash(1, 0))).isEqualTo(Found.MAYBE);
            assertThat(store.answer((1L << 20) + 5, OwnedKey.hash(1, 31))).isEqualTo(Found.NO);
        }
    }
}
