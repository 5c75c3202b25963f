package dev.bloomery.interop.guava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuavaFiltersTest {

    @Test
    void read_integersAsWideOnes_isRefusedAndSaysWhatToUse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuavaFilters.read(new byte[14], KeyEncoder.int32()))
                .withMessageContaining("GuavaKeys.integers()");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GuavaFilters.create(KeyEncoder.int32(), 10, 0.1))
                .withMessageContaining("four");
    }

    @Test
    void read_longsOfOurOwnEncoder_areTheSameKeys() throws IOException {
        GuavaFilter<Long> written = GuavaFilters.create(GuavaKeys.longs(), 100, 1e-6);
        written.add(42L);
        assertThat(GuavaFilters.read(written.toBytes(), KeyEncoder.int64()).mightContain(42L))
                .isTrue();
    }

    @Test
    void read_streamThatGoesOn_leavesTheRest() throws IOException {
        byte[] one = GuavaFilters.create(GuavaKeys.longs(), 100, 0.01).toBytes();
        byte[] two = new byte[2 * one.length + 1];
        System.arraycopy(one, 0, two, 0, one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        ByteArrayInputStream in = new ByteArrayInputStream(two);
        assertThat(GuavaFilters.read(in, GuavaKeys.longs()).toBytes()).isEqualTo(one);
        assertThat(GuavaFilters.read(in, GuavaKeys.longs()).toBytes()).isEqualTo(one);
        assertThat(in.available()).isEqualTo(1);
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> GuavaFilters.read(two, GuavaKeys.longs()))
                .withMessageContaining("goes on");
    }

    @Test
    void read_file_answersAndNamesItWhenItIsDamaged(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("old.bin");
        GuavaFilter<Long> written = GuavaFilters.create(GuavaKeys.longs(), 100_000, 0.01);
        written.add(1L);
        Files.write(file, written.toBytes());
        assertThat(GuavaFilters.read(file, GuavaKeys.longs()).toBytes()).isEqualTo(written.toBytes());
        Files.write(file, new byte[] {1, 5, 0, 0, 0, 2, 0});
        assertThatExceptionOfType(DamagedForeignFilterException.class)
                .isThrownBy(() -> GuavaFilters.read(file, GuavaKeys.longs()))
                .withMessageContaining("old.bin");
    }

    @Test
    void read_unknownStrategy_saysWhichAreKnown() {
        assertThatExceptionOfType(UnsupportedForeignFilterException.class)
                .isThrownBy(() -> GuavaFilters.read(new byte[] {2, 1, 0, 0, 0, 1}, GuavaKeys.longs()))
                .withMessageContaining("0 and 1");
    }

    @Test
    void add_keysThatAreThere_isFalse() {
        GuavaFilter<Long> filter = GuavaFilters.create(GuavaKeys.longs(), 100, 0.01);
        assertThat(filter.addAll(java.util.List.of(1L, 2L, 1L))).isEqualTo(2);
        assertThat(filter.info().insertions()).isEqualTo(2);
        assertThat(filter.info().toString()).contains("guava filter", "MITZ_64", "k 7");
        assertThat(filter.toString()).contains("bits");
    }
}
