package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lookups of a caller who is inside a transaction, and sees what nobody else sees yet. */
@Timeout(60)
class OwnLookupTest {
    private final InMemoryStore store = new InMemoryStore();

    private GateBuilder<Long> builder() {
        LongStream.range(0, 10_000).forEach(store::insert);
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(10_000, 0.01)).writers(StoreWriters.onlyThisProcess());
    }

    private Gate<Long> warm() {
        return builder().openWarm(keys -> {});
    }

    /**
     * A key that the filter takes for present and the store does not have; it was asked for by a lookup of
     * the test's own.
     */
    private static long falsePositive(Gate<Long> gate) {
        boolean[] asked = new boolean[1];
        for (long key = 1_000_000; ; key++) {
            assertThat(gate.contains(key, any -> {
                        asked[0] = true;
                        return false;
                    }))
                    .isFalse();
            if (asked[0]) {
                return key;
            }
        }
    }

    @Test
    void contains_filterSaysNo_isAnsweredWithoutTheLookup() {
        Gate<Long> gate = warm();
        long unlucky = falsePositive(gate);
        for (long key = 1_000_000; key < unlucky; key++) {
            assertThat(gate.contains(key, any -> {
                        throw new AssertionError("asked for a key that the filter does not have");
                    }))
                    .isFalse();
        }
        assertThat(store.lookups.sum()).isZero();
    }

    @Test
    void contains_filterCannotTell_theLookupDecides() {
        Gate<Long> gate = warm();
        assertThat(gate.contains(7L, key -> true)).isTrue();
        assertThat(gate.contains(7L, key -> false)).isFalse(); // as if the caller had deleted it
        assertThat(gate.contains(7L)).isTrue();
        assertThat(store.lookups.sum()).isEqualTo(1);
        assertThat(gate.statistics().askedOfStore()).isEqualTo(3);
    }

    /** The row is the caller's own, and not committed: the ticket has told the filter of it. */
    @Test
    void contains_keyOfAnOpenTicket_theLookupDecides() {
        Gate<Long> gate = warm();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(2_000_000L);
            assertThat(gate.contains(2_000_000L, key -> true)).isTrue();
            assertThat(gate.contains(2_000_000L)).isFalse();
            ticket.rolledBack();
        }
        assertThat(gate.contains(2_000_000L)).isFalse();
    }

    /**
     * Of keys that the caller looks up himself nobody knows which were absent; if the others counted, the FPP
     * would come out far too low.
     */
    @Test
    void measuredFpp_ownLookups_doNotCount() {
        Gate<Long> gate = warm();
        for (long key = 1_000_000; key < 1_005_000; key++) {
            boolean unused = gate.contains(key, any -> false);
        }
        assertThat(gate.statistics().answeredByFilter()).isPositive();
        assertThat(gate.statistics().fppSamples()).isZero();
        assertThat(gate.statistics().measuredFpp()).isNaN();
    }

    /** What a transaction sees is not remembered for others, one way or the other. */
    @Test
    void contains_lookupSaysAbsent_isNotRemembered() {
        Gate<Long> gate = warm();
        long unlucky = falsePositive(gate);
        long before = store.lookups.sum();
        assertThat(gate.contains(unlucky)).isFalse();
        assertThat(store.lookups.sum()).isEqualTo(before + 1); // nothing was remembered of the lookups in falsePositive
        assertThat(gate.contains(unlucky)).isFalse();
        assertThat(store.lookups.sum()).isEqualTo(before + 1); // control: this was
        assertThat(gate.contains(unlucky, key -> true)).isTrue(); // and is not for the caller's own lookup
        assertThat(gate.statistics().falsePositives()).isEqualTo(1);
    }

    @Test
    void contains_whileALookupOfAnotherCallerRuns_asksTheStoreItself() throws Exception {
        Gate<Long> gate = warm();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        ExecutorService others = Executors.newCachedThreadPool();
        try {
            Future<Boolean> own = others.submit(() -> gate.contains(7L, key -> {
                asked.countDown();
                await(answer);
                return false;
            }));
            await(asked);
            assertThat(others.submit(() -> gate.contains(7L)).get(30, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(others.submit(() -> gate.contains(7L, key -> true)).get(30, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(own.isDone()).isFalse();
            answer.countDown();
            assertThat(own.get(30, TimeUnit.SECONDS)).isFalse();
        } finally {
            answer.countDown();
            others.shutdown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void contains_gateIsNotActive_theLookupDecides() {
        Gate<Long> gate = builder().openCold();
        assertThat(gate.contains(2_000_000L, key -> true)).isTrue();
        assertThat(gate.contains(2_000_000L, key -> false)).isFalse();
        assertThat(gate.rebuild().keys()).isEqualTo(10_000);
        gate.markIncomplete();
        assertThat(gate.contains(2_000_000L, key -> true)).isTrue();
        gate.close();
        assertThatThrownBy(() -> gate.contains(7L, key -> true)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void contains_lookupFails_asTheBuilderWasTold() {
        StoreException cut = new StoreException("cut", null);
        assertThatThrownBy(() -> warm().contains(7L, key -> {
                    throw cut;
                }))
                .isSameAs(cut);
        Gate<Long> lenient =
                builder().whenStoreFails(WhenStoreFails.SAY_PRESENT).openWarm(keys -> {});
        assertThat(lenient.contains(7L, key -> {
                    throw cut;
                }))
                .isTrue();
        assertThatThrownBy(() -> lenient.contains(7L, key -> {
                    throw new IllegalStateException("fault of the caller");
                }))
                .hasMessage("fault of the caller");
    }
}
