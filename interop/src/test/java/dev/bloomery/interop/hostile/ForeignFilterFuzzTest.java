package dev.bloomery.interop.hostile;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes are refused with a typed error or are a filter, as {@link HostileBytes} says. The first byte
 * chooses the format. In the usual tests the past findings are read; {@code mvn -Pfuzz} looks for new ones
 * (see CONTRIBUTING.md), which belong into {@code ForeignFilterFuzzTestInputs} then.
 */
@Tag("fuzz")
class ForeignFilterFuzzTest {
    private static final Format[] FORMATS = Format.values();
    private static final HostileBytes READER = new HostileBytes();

    @FuzzTest(maxDuration = "5m")
    void read_anyBytes_isRefusedOrAFilter(byte[] input) {
        if (input.length > 0) {
            Format format = FORMATS[(input[0] & 0xFF) % FORMATS.length];
            READER.read(format, "as it is", Arrays.copyOfRange(input, 1, input.length));
        }
    }
}
