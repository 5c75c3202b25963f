package dev.bloomery.testkit.snapshot;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.testkit.SnapshotBytes;
import dev.bloomery.testkit.SnapshotWay;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes are refused with a typed error or are a filter, as {@link HostileReader} says. In the usual tests the golden files and all past
 * findings are read; {@code mvn -Pfuzz} looks for new ones (see CONTRIBUTING.md), which belong into
 * {@code SnapshotFuzzTestInputs} then.
 *
 * <p>Checksums would keep a fuzzer out, so every input is read three times: as it is; with its checksums put right; and as a recipe that
 * changes parts of a good snapshot and puts them together with right lengths and checksums.
 */
@Tag("fuzz")
class SnapshotFuzzTest {
    private static final List<byte[]> GOOD =
            SnapshotSample.all().stream().map(SnapshotSample::bytes).toList();
    private static final HostileReader READER =
            new HostileReader(Path.of("unused"), List.of(SnapshotWay.ARRAY, SnapshotWay.STREAM), encoder());

    /** Whatever the name in the file: a name that differs must not hide what is wrong else. */
    private static KeyEncoder<Long> encoder() {
        LongKeyEncoder<Long> unnamed = key -> key;
        return KeyEncoder.trusted(unnamed);
    }

    @FuzzTest(maxDuration = "5m")
    void load_anyBytes_isRefusedOrAFilter(byte[] input) {
        READER.read("as it is", input);
        READER.read("with checksums put right", SnapshotBytes.repaired(ofLongs(input)));
        READER.read("as a recipe", SnapshotRecipe.cook(input, GOOD));
    }

    /** The golden files are of other keys; what is wrong with them must not hide what is wrong else. */
    private static byte[] ofLongs(byte[] input) {
        byte[] bytes = input.clone();
        if (bytes.length > SnapshotBytes.FLAGS) {
            bytes[SnapshotBytes.FLAGS] |= 2;
        }
        return bytes;
    }
}
