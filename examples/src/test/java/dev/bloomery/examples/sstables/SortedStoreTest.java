package dev.bloomery.examples.sstables;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedStoreTest {
    @TempDir
    private Path directory;

    @Test
    void run_manyTables_isExactAndReadsFewFiles() throws IOException {
        FindInTables.Result result =
                FindInTables.run(directory, 8, 2_000, 20_000, 0.01, new PrintStream(OutputStream.nullOutputStream()));
        assertThat(result.wrong()).isZero();
        assertThat(result.asked()).isGreaterThan(100_000);
        assertThat(result.readsInVain()).isLessThan(result.asked() / 80);
        assertThat(result.reads()).as("half of the lookups find their key").isLessThan(13_000);
    }

    @Test
    void get_keyPutAgain_givesTheNewestValue() throws IOException {
        try (SortedStore store = new SortedStore(directory, 0.01)) {
            store.put(1, 10);
            store.put(2, 20);
            store.flush();
            store.put(1, 11);
            store.flush();
            store.put(2, 22);
            assertThat(store.get(1)).isEqualTo(OptionalLong.of(11));
            assertThat(store.get(2)).isEqualTo(OptionalLong.of(22));
            assertThat(store.get(3)).isEqualTo(OptionalLong.empty());
        }
    }

    @Test
    void open_filterMissingOrDamaged_isMadeAgain() throws IOException {
        try (SortedStore store = new SortedStore(directory, 0.01)) {
            store.put(1, 10);
            store.flush();
            store.put(2, 20);
            store.flush();
        }
        Files.delete(directory.resolve("000000.tbl.flt"));
        byte[] bytes = Files.readAllBytes(directory.resolve("000001.tbl.flt"));
        bytes[bytes.length - 10] ^= 1;
        Files.write(directory.resolve("000001.tbl.flt"), bytes);
        try (SortedStore store = new SortedStore(directory, 0.01)) {
            assertThat(store.get(1)).isEqualTo(OptionalLong.of(10));
            assertThat(store.get(2)).isEqualTo(OptionalLong.of(20));
        }
    }
}
