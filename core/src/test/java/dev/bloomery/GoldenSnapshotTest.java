package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
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
    private static final Path VERSION_1 = Path.of("src/test/resources/golden/v1");
    private static final Path VERSION_2 = Path.of("src/test/resources/golden/v2");

    static List<GoldenSnapshot<?>> ofVersion1() {
        return GoldenSnapshot.all();
    }

    static List<GoldenSnapshot<?>> ofVersion2() {
        return GoldenSnapshot.allOfVersion2();
    }

    @ParameterizedTest
    @MethodSource("ofVersion1")
    <K> void load_fileOfVersion1_answersAsEver(GoldenSnapshot<K> golden) throws IOException {
        assertAnswersAsEver(golden, VERSION_1);
    }

    @ParameterizedTest
    @MethodSource("ofVersion2")
    <K> void load_fileOfVersion2_answersAsEver(GoldenSnapshot<K> golden) throws IOException {
        assertAnswersAsEver(golden, VERSION_2);
    }

    private static <K> void assertAnswersAsEver(GoldenSnapshot<K> golden, Path directory) throws IOException {
        HashedFilter<K> loaded = golden.load(Files.readAllBytes(directory.resolve(golden.fileName())));
        assertThat(expected(directory)).contains(golden.line(loaded));
        if (!golden.name().equals("fuse-empty")) {
            assertThat(golden.answers(loaded)).startsWith(GoldenSnapshot.KEYS + " found");
        }
    }

    /** What this release writes is what the files have, for those that are read and those that are built anew. */
    @ParameterizedTest
    @MethodSource("ofVersion2")
    <K> void snapshot_sameSeedAndKeys_hasTheBytesOfTheGoldenFile(GoldenSnapshot<K> golden) throws IOException {
        byte[] file = Files.readAllBytes(VERSION_2.resolve(golden.fileName()));
        assertThat(golden.bytes()).isEqualTo(file);
        assertThat(writtenAgain(golden, golden.load(file))).isEqualTo(file);
    }

    /** A named encoder that is given for a file of version 1 is believed, and noted in what is saved. */
    @ParameterizedTest
    @MethodSource("ofVersion1")
    <K> void snapshot_ofVersion1WithNamedEncoder_isTheFileOfVersion2(GoldenSnapshot<K> golden) throws IOException {
        byte[] file = Files.readAllBytes(VERSION_1.resolve(golden.fileName()));
        assertThat(writtenAgain(golden, golden.load(file)))
                .isEqualTo(Files.readAllBytes(VERSION_2.resolve(golden.fileName())));
    }

    /** An encoder without a name proves nothing: the file stays one that does not say its encoder. */
    @ParameterizedTest
    @MethodSource("ofVersion1")
    <K> void snapshot_ofVersion1WithUnnamedEncoder_hasTheSameBytes(GoldenSnapshot<K> golden) throws IOException {
        byte[] file = Files.readAllBytes(VERSION_1.resolve(golden.fileName()));
        KeyEncoder<K> unnamed = golden.encoder() instanceof LongKeyEncoder<K> longs
                ? longs.mapped(key -> key)
                : golden.encoder().mapped(key -> key);
        HashedFilter<K> loaded =
                Filters.load(unnamed).seed(GoldenSnapshot.SEED).from(file).any();
        assertThat(writtenAgain(golden, loaded)).isEqualTo(file);
    }

    private static <K> byte[] writtenAgain(GoldenSnapshot<K> golden, HashedFilter<K> loaded) throws IOException {
        return new GoldenSnapshot<>(
                        golden.name(), golden.encoder(), golden.key(), (Snapshotable<?>) loaded, golden.withSeed())
                .bytes();
    }

    @Test
    void files_all_areRead() throws IOException {
        assertAllAreRead(VERSION_1, ofVersion1());
        assertAllAreRead(VERSION_2, ofVersion2());
    }

    private static void assertAllAreRead(Path directory, List<GoldenSnapshot<?>> all) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".flt")))
                    .containsExactlyInAnyOrderElementsOf(
                            all.stream().map(GoldenSnapshot::fileName).toList());
        }
        assertThat(expected(directory)).hasSize(all.size());
    }

    private static List<String> expected(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("expected.txt"));
    }
}
