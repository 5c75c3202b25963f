package dev.bloomery.interop.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFileTest {
    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void write() throws IOException {
        path = directory.resolve("users.parquet");
        Files.write(path, WrittenFile.sample());
    }

    @Test
    void open_fileOfParquetsOwnWriter_findsAllFilters() throws IOException {
        ParquetFile file = ParquetFile.open(path);
        assertThat(file.rowGroups()).isEqualTo(3);
        List<String> found = new ArrayList<>();
        for (ColumnFilter filter : file.filters()) {
            found.add(filter.rowGroup() + " " + filter.column() + " " + filter.type() + " " + filter.values());
        }
        assertThat(found)
                .containsExactly(
                        "0 id INT64 1000",
                        "0 user.name BYTE_ARRAY 1000",
                        "1 id INT64 1000",
                        "2 id INT64 1000",
                        "2 user.name BYTE_ARRAY 1000");
    }

    @Test
    void rowGroups_keysOfOneGroup_areThatGroup() throws IOException {
        ParquetColumn<Long> ids = ParquetFile.open(path).column("id", ParquetKeys.int64());
        long others = 0;
        for (long id = 0; id < 3_000; id++) {
            List<Integer> groups = ids.rowGroups(id);
            assertThat(groups).contains((int) (id / 1_000));
            assertThat(ids.mightContain(id)).isTrue();
            others += groups.size() - 1;
        }
        assertThat(others).isLessThan(60);
        long falsePositives = 0;
        for (long id = 3_000; id < 6_000; id++) {
            falsePositives += ids.mightContain(id) ? 1 : 0;
        }
        assertThat(falsePositives).isLessThan(100);
    }

    @Test
    void rowGroups_groupWithoutAFilter_mayHaveEverything() throws IOException {
        ParquetColumn<String> names = ParquetFile.open(path).column("user.name", ParquetKeys.strings());
        assertThat(names.rowGroups("user2-7")).containsExactly(1, 2);
        assertThat(names.rowGroups("nobody")).containsExactly(1);
        assertThat(names.mightContain("nobody")).isTrue();
    }

    @Test
    void column_wrongTypeOrName_isRefusedAndSaysWhatThereIs() throws IOException {
        ParquetFile file = ParquetFile.open(path);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> file.column("id", ParquetKeys.int32()))
                .withMessageContaining("INT64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> file.column("amount", ParquetKeys.doubles()))
                .withMessageContaining("[id, user.name]");
    }

    @Test
    void open_noParquetOrEncryptedOrCut_isRefused() throws IOException {
        byte[] good = Files.readAllBytes(path);
        Files.write(path, new byte[] {'P', 'A', 'R', '1'});
        assertThatExceptionOfType(DamagedForeignFilterException.class).isThrownBy(() -> ParquetFile.open(path));
        byte[] encrypted = good.clone();
        encrypted[encrypted.length - 1] = 'E';
        Files.write(path, encrypted);
        assertThatExceptionOfType(UnsupportedForeignFilterException.class)
                .isThrownBy(() -> ParquetFile.open(path))
                .withMessageContaining("encrypted");
        byte[] tooLong = good.clone();
        tooLong[tooLong.length - 5] = 0x7F; // the length of the footer
        Files.write(path, tooLong);
        assertThatExceptionOfType(DamagedForeignFilterException.class).isThrownBy(() -> ParquetFile.open(path));
    }
}
