package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The stress run itself: quiet over a store that is right, loud over stores that are not. */
class GateStressTest {
    private static GateStress.Result run(KeyStore<Long> store, long lookups) throws InterruptedException {
        try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {})) {
            return new GateStress<>(gate, 64, i -> (long) i)
                    .rebuildEvery(Duration.ofMillis(20))
                    .run(lookups);
        }
    }

    @Test
    void run_storeThatIsRight_nothingWrong() throws Exception {
        GateStress.Result result = run(new MapStore(), 100_000);
        assertThat(result.wrong()).isEmpty();
        assertThat(result.asked()).isGreaterThanOrEqualTo(100_000);
        assertThat(result.written()).isPositive();
        assertThat(result.rebuilds()).isPositive();
        assertThat(result.unanswered()).isZero();
    }

    @Test
    void run_storeThatLosesAnInsertNowAndThen_isSeen() throws Exception {
        KeyStore<Long> losing = new MapStore() {
            @Override
            public synchronized boolean insert(Long key) {
                return ThreadLocalRandom.current().nextInt(50) == 0 ? !contains(key) : super.insert(key);
            }
        };
        assertThat(run(losing, 20_000).wrong()).anyMatch(wrong -> wrong.contains("absent"));
    }

    @Test
    void run_storeThatKeepsADeletedKeyNowAndThen_isSeen() throws Exception {
        KeyStore<Long> keeping = new MapStore() {
            @Override
            public synchronized boolean delete(Long key) {
                return ThreadLocalRandom.current().nextInt(50) == 0 ? contains(key) : super.delete(key);
            }
        };
        assertThat(run(keeping, 20_000).wrong()).isNotEmpty();
    }

    @Test
    void run_twoWinnersOfOneKey_areSeen() throws Exception {
        KeyStore<Long> generous = new MapStore() {
            @Override
            public synchronized boolean insert(Long key) {
                return super.insert(key) || ThreadLocalRandom.current().nextInt(50) == 0;
            }
        };
        assertThat(run(generous, 20_000).wrong()).anyMatch(wrong -> wrong.startsWith("addIfAbsent"));
    }

    /** A scan that ends early without saying so: the filter that is built from it says no too often, if it is done before the run is over. */
    @Test
    void run_scanThatEndsEarly_isSeen() throws Exception {
        List<String> wrong = List.of();
        for (int i = 0; i < 100 && wrong.isEmpty(); i++) {
            wrong = run(new HastyStore(), 20_000).wrong();
        }
        assertThat(wrong).anyMatch(answer -> answer.contains("absent"));
    }

    private static final class HastyStore extends MapStore {
        @Override
        public long scan(Consumer<? super Long> sink) {
            long[] handed = {0};
            long unused = super.scan(key -> {
                if (ThreadLocalRandom.current().nextInt(4) > 0) {
                    sink.accept(key);
                    handed[0]++;
                }
            });
            return handed[0];
        }
    }
}
