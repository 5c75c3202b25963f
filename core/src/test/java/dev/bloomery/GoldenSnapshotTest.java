package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of every version of the format are read by this release as by the one that wrote them; see {@link GoldenSnapshot}. */
class GoldenSnapshotTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/golden/v1");

    static List<GoldenSnapshot<?>> all() {
        return GoldenSnapshot.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    <K> void load_goldenFile_answersAsEver(GoldenSnapshot<K> golden) throws IOException {
        MembershipFilter<K> loaded = golden.load(Files.readAllBytes(DIRECTORY.resolve(golden.fileName())));
        assertThat(expected()).contains(golden.line(loaded));
        if (!golden.name().equals("fuse-empty")) {
            assertThat(golden.answers(loaded)).startsWith(GoldenSnapshot.KEYS + " found");
        }
    }

    /** What this release writes is what the files have, for those that are read and those that are built anew. */
    @ParameterizedTest
    @MethodSource("all")
    <K> void snapshot_sameSeedAndKeys_hasTheBytesOfTheGoldenFile(GoldenSnapshot<K> golden) throws IOException {
        byte[] file = Files.readAllBytes(DIRECTORY.resolve(golden.fileName()));
        assertThat(golden.bytes()).isEqualTo(file);
        Snapshotable loaded = (Snapshotable) golden.load(file);
        assertThat(new GoldenSnapshot<>(golden.name(), golden.encoder(), golden.key(), loaded, golden.withSeed())
                        .bytes())
                .isEqualTo(file);
    }

    @Test
    void files_all_areRead() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".flt")))
                    .containsExactlyInAnyOrderElementsOf(
                            all().stream().map(GoldenSnapshot::fileName).toList());
        }
        assertThat(expected()).hasSize(all().size());
    }

    private static List<String> expected() throws IOException {
        return Files.readAllLines(DIRECTORY.resolve("expected.txt"));
    }
}
