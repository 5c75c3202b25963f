package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every kind of gate keeps {@link AnyGateContract}. */
class AnyGateTest {
    private static final BloomSpec SPEC = BloomSpec.of(1_000, 1e-6);

    /** A gate that nobody thought of here would have no test. */
    @Test
    void permits_everyKind_isTestedBelow() {
        List<Class<?>> tested = new ArrayList<>(
                List.of(Gate.class, ReadOnlyGate.class, OwnerGate.class, LoadingGate.class, ExpiringGate.class));
        assertThat(AnyGate.class.getPermittedSubclasses()).isSubsetOf(tested);
        assertThat(Gate.class.getPermittedSubclasses()).containsExactly(ExpiringGate.class);
        assertThat(Arrays.stream(AnyGateTest.class.getDeclaredClasses())
                        .filter(AnyGateContract.class::isAssignableFrom))
                .hasSameSizeAs(tested);
    }

    @Nested
    class OfKeys extends AnyGateContract<Long> {
        private final InMemoryStore store = new InMemoryStore();
        private final Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), SPEC)
                .writers(StoreWriters.onlyThisProcess())
                .openCold();

        @Override
        AnyGate<Long> cold() {
            return gate;
        }

        @Override
        Long key(int number) {
            return (long) number;
        }

        @Override
        void putIntoStore(int number) {
            assertThat(store.insert(key(number))).isTrue();
        }

        @Override
        boolean lookUp(int number) {
            return gate.contains(key(number));
        }
    }

    @Nested
    class OfAStoreThatOthersWrite extends AnyGateContract<Long> {
        private final Set<Long> list = ConcurrentHashMap.newKeySet();
        private final ReadOnlyGate<Long> gate = ReadOnlyGate.over(
                        KeyStore.<Long>readOnly(list::contains, sink -> {
                            List<Long> all = List.copyOf(list);
                            all.forEach(sink);
                            return all.size();
                        }),
                        KeyEncoder.int64(),
                        SPEC)
                .writers(StoreWriters.onlyThisProcess())
                .openCold();

        @Override
        AnyGate<Long> cold() {
            return gate;
        }

        @Override
        Long key(int number) {
            return (long) number;
        }

        @Override
        void putIntoStore(int number) {
            assertThat(list.add(key(number))).isTrue();
        }

        @Override
        boolean lookUp(int number) {
            return gate.contains(key(number));
        }
    }

    @Nested
    class OfKeysThatExpire extends AnyGateContract<Long> {
        private final ExpiringStore store = new ExpiringStore();
        private final ExpiringGate<Long> gate = ExpiringGate.over(store, KeyEncoder.int64(), SPEC)
                .writers(StoreWriters.onlyThisProcess())
                .openCold();

        @Override
        AnyGate<Long> cold() {
            return gate;
        }

        @Override
        Long key(int number) {
            return (long) number;
        }

        @Override
        void putIntoStore(int number) {
            assertThat(store.insert(key(number))).isTrue();
        }

        @Override
        boolean lookUp(int number) {
            return gate.contains(key(number));
        }
    }

    @Nested
    class OfOwners extends AnyGateContract<OwnedKey<Integer, Integer>> {
        private final InMemoryOwnerStore store = new InMemoryOwnerStore();
        private final OwnerGate<Integer, Integer> gate = OwnerGate.over(
                        store, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .openCold();

        @Override
        AnyGate<OwnedKey<Integer, Integer>> cold() {
            return gate;
        }

        @Override
        OwnedKey<Integer, Integer> key(int number) {
            return new OwnedKey<>(number % 2, number);
        }

        @Override
        void putIntoStore(int number) {
            assertThat(store.insert(number % 2, number)).isTrue();
        }

        @Override
        boolean lookUp(int number) {
            return gate.contains(number % 2, number);
        }
    }

    @Nested
    class OfLoadedValues extends AnyGateContract<Long> {
        private final InMemoryStore store = new InMemoryStore();
        private final LoadingGate<Long, String> gate = LoadingGate.over(new FromStore(), KeyEncoder.int64(), SPEC)
                .writers(StoreWriters.onlyThisProcess())
                .openCold();

        @Override
        AnyGate<Long> cold() {
            return gate;
        }

        @Override
        Long key(int number) {
            return (long) number;
        }

        @Override
        void putIntoStore(int number) {
            assertThat(store.insert(key(number))).isTrue();
        }

        @Override
        boolean lookUp(int number) {
            return gate.get(key(number)).isPresent();
        }

        private final class FromStore implements Loader<Long, String> {
            @Override
            public Optional<String> load(Long key) {
                return store.contains(key) ? Optional.of("it") : Optional.empty();
            }

            @Override
            public long scan(Consumer<? super Long> sink) {
                return store.scan(sink);
            }
        }
    }
}
