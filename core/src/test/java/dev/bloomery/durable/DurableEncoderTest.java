package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.Filters;
import dev.bloomery.file.Progress;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory is opened with the encoder it was created with, or refused. */
class DurableEncoderTest {
    private static final BloomSpec SPEC = BloomSpec.of(1_000, 0.01);
    private static final KeyEncoder<String> WITH_LENGTH = (text, sink) -> sink.putString(text);

    @TempDir
    Path directory;

    private static KeyEncoder<String> named(String name) {
        return KeyEncoder.named(name, WITH_LENGTH, "a", "b");
    }

    private void create(KeyEncoder<String> encoder) throws IOException {
        try (DurableFilter<String> filter =
                DurableFilter.in(directory, encoder, SPEC).keepHashes().open()) {
            filter.add("some key");
        }
    }

    private void assertOpens(KeyEncoder<String> encoder) throws IOException {
        try (DurableFilter<String> filter =
                DurableFilter.in(directory, encoder, SPEC).open()) {
            assertThat(filter.mightContain("some key")).isTrue();
        }
    }

    private void assertRefused(KeyEncoder<String> encoder) {
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> DurableFilter.in(directory, encoder, SPEC).open())
                .withMessageContaining(directory.toString());
    }

    @Test
    void open_otherEncoder_isRefusedAndChangesNothing() throws IOException {
        create(KeyEncoder.utf8());
        assertRefused(WITH_LENGTH);
        assertRefused(named("text/1"));
        assertOpens(KeyEncoder.utf8());
    }

    @Test
    void open_removableAndWindowed_areRefused() throws IOException {
        CuckooSpec cuckoo = CuckooSpec.of(100, 0.01);
        WindowedSpec windowed = WindowedSpec.of(100, Duration.ofHours(1), 0.01);
        Path removable = directory.resolve("removable");
        Path window = directory.resolve("window");
        DurableRemovableFilter.in(removable, KeyEncoder.utf8(), cuckoo).open().close();
        DurableWindowedFilter.in(window, KeyEncoder.utf8(), windowed).open().close();
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> DurableRemovableFilter.in(removable, WITH_LENGTH, cuckoo)
                        .open());
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() ->
                        DurableWindowedFilter.in(window, WITH_LENGTH, windowed).open());
    }

    /** The name is in the snapshot, so it is there when the next one is written. */
    @Test
    void checkpoint_afterTrustedOpening_keepsTheNewName() throws IOException {
        create(WITH_LENGTH);
        assertRefused(named("text/1"));
        try (DurableFilter<String> filter = DurableFilter.in(directory, KeyEncoder.trusted(named("text/1")), SPEC)
                .open()) {
            filter.add("another key");
            filter.checkpoint();
        }
        assertOpens(named("text/1"));
        assertRefused(WITH_LENGTH);
    }

    @Test
    void archive_otherEncoder_isRefused() throws IOException {
        create(named("text/1"));
        FilterSpec larger = BloomSpec.of(2_000, 0.01);
        Path fuse = directory.resolveSibling(directory.getFileName() + ".flt");
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> DurableArchive.rebuild(directory, KeyEncoder.utf8(), larger, Progress.NONE));
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(
                        () -> DurableArchive.writeFuse(directory, WITH_LENGTH, FuseSpec.of(0.01), fuse, Progress.NONE));
        DurableArchive.rebuild(directory, named("text/1"), larger, Progress.NONE);
        try (DurableFilter<String> filter =
                DurableFilter.in(directory, named("text/1"), (BloomSpec) larger).open()) {
            assertThat(filter.mightContain("some key")).isTrue();
        }
        DurableArchive.writeFuse(directory, named("text/1"), FuseSpec.of(0.01), fuse, Progress.NONE);
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> Filters.load(WITH_LENGTH).from(fuse).fuse());
        assertThat(Filters.load(named("text/1")).from(fuse).fuse().mightContain("some key"))
                .isTrue();
    }

    /** For a program that looks at bits alone: it need not know the encoder, and must not take its name away. */
    @Test
    void archive_trustedEncoderWithoutAName_leavesTheName() throws IOException {
        create(named("text/1"));
        KeyEncoder<String> any = KeyEncoder.trusted((text, sink) -> sink.putRawUtf8(text));
        BloomSpec larger = BloomSpec.of(2_000, 0.01);
        DurableArchive.rebuild(directory, any, larger, Progress.NONE);
        try (DurableFilter<String> filter =
                DurableFilter.in(directory, named("text/1"), larger).open()) {
            assertThat(filter.mightContain("some key")).isTrue();
        }
        Path fuse = directory.resolveSibling(directory.getFileName() + ".flt");
        DurableArchive.writeFuse(directory, any, FuseSpec.of(0.01), fuse, Progress.NONE);
        assertThat(Filters.load(named("text/1")).from(fuse).fuse().mightContain("some key"))
                .isTrue();
    }
}
