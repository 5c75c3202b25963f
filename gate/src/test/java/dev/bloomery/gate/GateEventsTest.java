package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate tells the flight recorder of the JVM. */
class GateEventsTest {
    private static final long SECRET = 4_711_000_815L;

    private final InMemoryStore store = new InMemoryStore();

    @TempDir
    Path temporary;

    private Gate<Long> gate() {
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .name("numbers")
                .openCold();
    }

    private List<RecordedEvent> record(Consumer<Recording> settings, Runnable what) throws IOException {
        Path file = temporary.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            settings.accept(recording);
            recording.start();
            what.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.bloomery."))
                .toList();
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.bloomery." + name))
                .toList();
    }

    @Test
    void events_ofRebuilds_sayHowTheyEnded() throws IOException {
        assertThat(store.insert(1L)).isTrue();
        List<RecordedEvent> rebuilds = named(
                record(recording -> recording.enable("dev.bloomery.Rebuild"), () -> {
                    try (Gate<Long> gate = gate()) {
                        gate.rebuild();
                        store.failScansWith(() -> new IllegalStateException("key " + SECRET));
                        assertThatThrownBy(gate::rebuild).hasMessage("key " + SECRET);
                    }
                }),
                "Rebuild");
        assertThat(rebuilds).extracting(event -> event.getString("gate")).containsExactly("numbers", "numbers");
        assertThat(rebuilds).extracting(event -> event.getBoolean("completed")).containsExactly(true, false);
        assertThat(rebuilds).extracting(event -> event.getLong("keys")).containsExactly(1L, 0L);
        assertThat(rebuilds)
                .extracting(event -> event.getString("problem"))
                .containsExactly("", IllegalStateException.class.getName());
        assertThat(rebuilds).allSatisfy(event -> assertThat(event.getDuration()).isPositive());
    }

    @Test
    void events_ofStates_haveBoth() throws IOException {
        List<RecordedEvent> changes = named(
                record(recording -> recording.enable("dev.bloomery.StateChange"), () -> {
                    try (Gate<Long> gate = gate()) {
                        gate.rebuild();
                        gate.markIncomplete();
                    }
                }),
                "StateChange");
        assertThat(changes)
                .extracting(event ->
                        event.getString("gate") + " " + event.getString("before") + " " + event.getString("now"))
                .containsExactly("numbers BUILDING ACTIVE", "numbers ACTIVE DEGRADED", "numbers DEGRADED CLOSED");
    }

    @Test
    void events_ofQuestions_areThoseOfTheStore() throws IOException {
        List<RecordedEvent> questions = named(
                record(
                        recording ->
                                recording.enable("dev.bloomery.StoreQuestion").withoutThreshold(),
                        () -> {
                            try (Gate<Long> gate = gate()) {
                                assertThat(gate.contains(SECRET)).isFalse();
                                assertThat(gate.containsWhich(List.of(1L, 2L, SECRET)))
                                        .isEmpty();
                                store.setDown(true);
                                assertThatThrownBy(() -> gate.contains(SECRET)).hasMessage("the store is down");
                                store.setDown(false);
                                gate.rebuild();
                                assertThat(gate.contains(SECRET))
                                        .as("from the filter alone")
                                        .isFalse();
                            }
                        }),
                "StoreQuestion");
        assertThat(questions).extracting(event -> event.getString("gate")).containsOnly("numbers");
        assertThat(questions).extracting(event -> event.getInt("keys")).containsExactly(1, 3, 1);
        assertThat(questions).extracting(event -> event.getBoolean("answered")).containsExactly(true, true, false);
    }

    /** With the settings that a recording has unless it is told otherwise. */
    @Test
    void events_ofQuestions_areByDefaultTheSlowOnes() throws IOException {
        KeyStore<Long> slowNow = new SlowFor(store, 2L);
        List<RecordedEvent> questions = named(
                record(recording -> {}, () -> {
                    try (Gate<Long> gate = Gate.over(slowNow, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                            .writers(StoreWriters.onlyThisProcess())
                            .openCold()) {
                        IntStream.range(0, 5)
                                .forEach(key ->
                                        assertThat(gate.contains((long) key)).isFalse());
                    }
                }),
                "StoreQuestion");
        // on a busy machine one that asks quickly may take as long
        assertThat(questions).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getDuration().toMillis()).isGreaterThanOrEqualTo(10);
            assertThat(event.getString("gate")).as("it has no name").isEmpty();
        });
    }

    /** Every field of every event: none of them is a place for a key. */
    @Test
    void events_all_haveNeitherKeysNorMessages() throws IOException {
        List<RecordedEvent> events = record(
                recording -> {
                    recording.enable("dev.bloomery.StoreQuestion").withoutThreshold();
                    recording.enable("dev.bloomery.StateChange");
                    recording.enable("dev.bloomery.Rebuild");
                },
                () -> {
                    try (Gate<Long> gate = gate()) {
                        assertThat(gate.contains(SECRET)).isFalse();
                        store.failScansWith(() -> new IllegalStateException("key " + SECRET));
                        assertThatThrownBy(gate::rebuild).hasMessage("key " + SECRET);
                    }
                });
        assertThat(events).hasSize(3).allSatisfy(event -> {
            assertThat(event.getFields())
                    .extracting(ValueDescriptor::getName)
                    .isSubsetOf(
                            "startTime",
                            "duration",
                            "eventThread",
                            "stackTrace",
                            "gate",
                            "keys",
                            "answered",
                            "completed",
                            "problem",
                            "before",
                            "now");
            assertThat(event.toString()).doesNotContain(Long.toString(SECRET));
        });
    }

    /** Takes its time for one key. */
    private static final class SlowFor implements KeyStore<Long> {
        private final InMemoryStore store;
        private final Long slow;

        SlowFor(InMemoryStore store, Long slow) {
            this.store = store;
            this.slow = slow;
        }

        @Override
        public boolean contains(Long key) {
            if (key.equals(slow)) {
                long end = System.nanoTime() + 15_000_000;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
            }
            return store.contains(key);
        }

        @Override
        public boolean insert(Long key) {
            return store.insert(key);
        }

        @Override
        public boolean delete(Long key) {
            return store.delete(key);
        }

        @Override
        public boolean replace(Long oldKey, Long newKey) {
            return store.replace(oldKey, newKey);
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return store.scan(sink);
        }
    }
}
