package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A release that encodes its keys otherwise does not believe the filter of the release before: its filter would say no to all keys. */
@Timeout(120)
class DurableGateEncoderTest {
    private static final int KEYS = 500;
    private static final BloomSpec SPEC = BloomSpec.of(10_000, 0.001);
    private static final KeyEncoder<Long> FIELDS =
            (key, sink) -> sink.putLong(key).putString("order");
    private static final KeyEncoder<Long> OTHER_ORDER =
            (key, sink) -> sink.putString("order").putLong(key);

    private final InMemoryStore store = new InMemoryStore();
    private final List<String> warnings = new ArrayList<>();

    @TempDir
    Path parent;

    private static KeyEncoder<Long> named(String name, KeyEncoder<Long> encoder) {
        return KeyEncoder.named(name, encoder, 1L, 2L);
    }

    private GateBuilder<Long> gate(KeyEncoder<Long> encoder) {
        return Gate.over(store, DurableFilters.in(parent.resolve("gate"), encoder, SPEC))
                .writers(StoreWriters.onlyThisProcess());
    }

    private void fill(KeyEncoder<Long> encoder) {
        LongStream.range(0, KEYS).forEach(store::insert);
        gate(encoder).openWarm(keys -> {}).close();
    }

    /** Opened while warnings are written down. */
    private Gate<Long> openListening(KeyEncoder<Long> encoder) {
        try (CapturedLog log = new CapturedLog()) {
            Gate<Long> opened = gate(encoder).openCold();
            warnings.addAll(log.warnings());
            return opened;
        }
    }

    private void assertBeginsAnew(KeyEncoder<Long> encoder, String why) {
        try (Gate<Long> gate = openListening(encoder)) {
            assertThat(gate.state()).isNotEqualTo(GateState.ACTIVE);
            for (long key = 0; key < 2 * KEYS; key++) {
                assertThat(gate.contains(key)).as("key %s", key).isEqualTo(key < KEYS);
            }
        }
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("cannot be used", "begins with a scan", why)
                .contains(parent.toString());
    }

    @Test
    void open_fieldsInAnotherOrder_beginsAnewAndSaysWhy() {
        fill(named("order/1", FIELDS));
        assertBeginsAnew(named("order/1", OTHER_ORDER), "'order/1' gives other bytes for its samples");
    }

    @Test
    void open_builtInAfterAnUnnamedEncoder_beginsAnewAndSaysWhy() {
        KeyEncoder<Long> bytes = (key, sink) -> sink.putRawBytes(new byte[] {key.byteValue(), (byte) (key >> 8)});
        fill(bytes);
        assertBeginsAnew(named("order/1", bytes), "an encoder without a name");
    }

    @Test
    void open_sameEncoder_isActiveWithoutAWarning() {
        fill(named("order/1", FIELDS));
        try (Gate<Long> gate = openListening(named("order/1", FIELDS))) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.contains(1L)).isTrue();
            assertThat(gate.contains((long) KEYS)).isFalse();
        }
        assertThat(warnings).isEmpty();
    }
}
