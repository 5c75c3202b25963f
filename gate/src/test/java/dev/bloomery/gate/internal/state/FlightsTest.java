package dev.bloomery.gate.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlightsTest {
    private final Flights<Integer> flights = new Flights<>();

    /** All of them fall on one place. */
    private record Crowded(int number) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    private static Flight<Integer> flightFor(int number) {
        return new Flight<>(new Crowded(number), number);
    }

    private Flight<Integer> started(int number) {
        Flight<Integer> own = flightFor(number);
        assertThat(flights.joinOrStart(own)).isSameAs(own);
        return own;
    }

    @Test
    void end_nobodyJoined_needNotBeTold() {
        Flight<Integer> flight = started(1);
        assertThat(flights.end(flight)).isFalse();
        assertThat(flights.end(started(1))).isFalse();
    }

    @Test
    void joinOrStart_sameKey_joinsUntilItEnds() {
        Flight<Integer> flight = started(1);
        assertThat(flights.joinOrStart(flightFor(1))).isSameAs(flight);
        assertThat(flights.joinOrStart(flightFor(1))).isSameAs(flight);
        assertThat(flight.hasLanded()).isFalse();
        assertThat(flights.end(flight)).isTrue();
        flight.land(Optional.of(7));
        assertThat(flight.hasLanded()).isTrue();
        assertThat(flight.found()).contains(7);
        assertThat(flights.end(started(1))).isFalse();
    }

    @Test
    void end_inEveryOrderOfOnePlace_saysWhoWasJoined() {
        int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int joined = 0; joined < 8; joined++) {
            for (int[] order : orders) {
                Flight<?>[] own = {started(0), started(1), started(2)};
                for (int i = 0; i < 3; i++) {
                    if ((joined >> i & 1) != 0) {
                        assertThat(flights.joinOrStart(flightFor(i))).isSameAs(own[i]);
                    }
                }
                for (int i : order) {
                    @SuppressWarnings("unchecked") // started above
                    Flight<Integer> ending = (Flight<Integer>) own[i];
                    assertThat(flights.end(ending)).isEqualTo((joined >> i & 1) != 0);
                }
            }
        }
    }

    /** One that is below others, and is joined there, must still know it when the others have gone. */
    @Test
    void end_joinedBelowOneThatHasGone_mustBeTold() {
        Flight<Integer> below = started(1);
        Flight<Integer> above = started(2);
        assertThat(flights.joinOrStart(flightFor(1))).isSameAs(below);
        assertThat(flights.end(above)).isFalse();
        assertThat(flights.end(below)).isTrue();
    }

    /** Whoever joined is told; nobody waits for ever. */
    @Test
    void manyThreads_fewKeysOfOnePlace_allAreAnswered() throws Exception {
        int threads = 8;
        AtomicInteger answered = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Future<?>[] all = new Future<?>[threads];
            for (int t = 0; t < threads; t++) {
                int first = t;
                all[t] = pool.submit(() -> {
                    go.countDown();
                    go.await();
                    for (int i = 0; i < 20_000; i++) {
                        int number = (first + i) % 3;
                        Flight<Integer> own = flightFor(number);
                        Flight<Integer> joined = flights.joinOrStart(own);
                        if (joined != own) {
                            joined.await(Long.MAX_VALUE);
                            assertThat(joined.found()).contains(number);
                        } else if (flights.end(own)) {
                            own.land(Optional.of(number));
                        }
                        answered.incrementAndGet();
                    }
                    return null;
                });
            }
            for (Future<?> each : all) {
                each.get(50, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(answered).hasValue(threads * 20_000);
        assertThat(flights.end(started(0))).isFalse();
    }
}
