package dev.bloomery.internal.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The files of a family, byte for byte: what one release writes every later one must read. */
class OwnerStoreGoldenTest {

    @Test
    void files_afterFixedOperations_neverChange() throws IOException {
        Path parent = Path.of("/simulated");
        Path directory = parent.resolve("family");
        SimulatedDisk disk = SimulatedDisk.with(parent);
        OwnerStore store = OwnerStore.open(
                disk,
                directory,
                Long.MAX_VALUE,
                present -> OwnerStore.newManifest(true, false, 1, 2, 3, 4, new OwnerPlan(0.01), "siphash-2-4"));
        for (int owner = 0; owner < 4; owner++) {
            for (int key = 0; key < 1 + 30 * owner; key++) {
                Change unused = store.add(((long) owner << 20) + 5, OwnedKey.hash(owner, key));
            }
        }
        boolean unused = store.drop(5);
        store.checkpoint();
        store.close();
        // without the last bytes: the checksum of a text with its own checksum is always the same
        Map<String, String> checksums = new TreeMap<>();
        for (String name : disk.names(directory)) {
            if (name.equals("lock")) {
                continue;
            }
            byte[] bytes = disk.content(directory.resolve(name));
            checksums.put(
                    name,
                    bytes.length + " bytes, " + Integer.toHexString(LogRecord.checksum(bytes, 0, bytes.length - 4)));
        }
        assertThat(checksums).hasToString("{family=2524 bytes, 94817533, stripe-00.1.log=592 bytes, c4a50872}");
    }
}
