package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.ReadableKeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReadOnlyGateTest {
    private final Set<String> list = ConcurrentHashMap.newKeySet();
    private final ReadableKeyStore<String> store = KeyStore.readOnly(list::contains, sink -> {
        List<String> all = List.copyOf(list);
        all.forEach(sink);
        return all.size();
    });

    private ReadOnlyGate<String> gate(StoreWriters<String> writers) {
        return ReadOnlyGate.over(store, KeyEncoder.utf8(), BloomSpec.of(1_000, 1e-6))
                .writers(writers)
                .openWarm(keys -> {});
    }

    @Test
    void contains_listOfOthers_isAnswered() throws Exception {
        list.addAll(List.of("a", "b"));
        ReadOnlyGate<String> gate = gate(StoreWriters.onlyThisProcess());
        assertThat(gate.contains("a")).isTrue();
        assertThat(gate.contains("x")).isFalse();
        assertThat(gate.containsWhich(List.of("x", "b", "a"))).containsExactly("b", "a");
        assertThat(gate.containsAsync("b").toCompletableFuture().get()).isTrue();
        assertThat(gate.statistics().answeredByFilter()).isEqualTo(2);
    }

    @Test
    void contains_keyOfAFeed_isFound() {
        AtomicReference<KeyFeed.Receiver<String>> others = new AtomicReference<>();
        ReadOnlyGate<String> gate = gate(StoreWriters.fedBy(
                receiver -> {
                    others.set(receiver);
                    return () -> {};
                },
                Duration.ofMillis(1)));
        Objects.requireNonNull(others.get()).adding("new");
        list.add("new");
        assertThat(gate.contains("new")).isTrue();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
    }

    /** Control: what the documentation warns of. */
    @Test
    void contains_keyThatNobodyTold_isWronglyAbsentUntilTheGateIsTold() {
        ReadOnlyGate<String> gate = gate(StoreWriters.onlyThisProcess());
        list.add("unheard of");
        assertThat(gate.contains("unheard of")).isFalse();
        gate.markIncomplete();
        assertThat(gate.contains("unheard of")).isTrue();
    }

    @Test
    void type_hasNoMethodThatWrites() {
        assertThat(Arrays.stream(ReadOnlyGate.class.getMethods()).map(Method::getName))
                .contains("contains", "beginWrite")
                .doesNotContain("addIfAbsent", "remove", "replace", "addOrProlong");
        assertThat(Arrays.stream(ReadableKeyStore.class.getMethods()).map(Method::getName))
                .containsExactlyInAnyOrder("contains", "containsWhich", "scan", "sample", "locks");
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void readOnly_null_namesIt() {
        assertThatNullPointerException()
                .isThrownBy(() -> KeyStore.readOnly(null, sink -> 0))
                .withMessage("contains");
        assertThatNullPointerException()
                .isThrownBy(() -> KeyStore.readOnly(key -> true, null))
                .withMessage("scan");
    }
}
