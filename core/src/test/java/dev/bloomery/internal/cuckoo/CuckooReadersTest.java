package dev.bloomery.internal.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers beside writers that move fingerprints about: a key that is in is never missed. By chance, with threads; and on purpose, with
 * a writer that acts in the middle of a query, between its looks into the two buckets. Who does not compare versions misses
 * keys there.
 */
class CuckooReadersTest {
    private static final long SEED = Seeds.orElse(0xCEAD);
    private static final int BUCKETS = 256;
    private static final int SLOTS = 4 * BUCKETS;

    @ParameterizedTest
    @ValueSource(ints = {7, 8, 10, 16, 17}) // each way of reading a bucket
    void query_keyMovedBetweenTheTwoLooks_isSeen(int width) {
        Interrupted table = new Interrupted(new CuckooGeometry(BUCKETS, width), true, true);
        assertThat(missedOfMoved(table, width, Asking.SINGLE))
                .as("seed %d", SEED)
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"BATCH", "LOCATED_BATCH"})
    void batch_keyMovedBetweenTheTwoLooks_isSeen(Asking asking) {
        for (int width : new int[] {7, 8, 10, 16, 17}) {
            Interrupted table = new Interrupted(new CuckooGeometry(BUCKETS, width), true, true);
            assertThat(missedOfMoved(table, width, asking)).as("seed %d", SEED).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void control_versionNotComparedAfterwards_missesTheKey(Asking asking) {
        Interrupted table = new Interrupted(new CuckooGeometry(BUCKETS, 10), false, true);
        assertThat(missedOfMoved(table, 10, asking)).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void control_movesThatDoNotStep_missTheKey(Asking asking) {
        Interrupted table = new Interrupted(new CuckooGeometry(BUCKETS, 10), true, false);
        assertThat(missedOfMoved(table, 10, asking)).isPositive();
    }

    /** The ways to a table. */
    private enum Asking {
        SINGLE {
            @Override
            void answer(CuckooTable table, long[] hashes, boolean[] answers) {
                for (int i = 0; i < hashes.length; i++) {
                    answers[i] = table.mightContainHash(hashes[i]);
                }
            }
        },
        BATCH {
            @Override
            void answer(CuckooTable table, long[] hashes, boolean[] answers) {
                table.mightContainHashes(hashes, hashes.length, answers, 0, null);
            }
        },
        /** As a table beyond the caches does it. */
        LOCATED_BATCH {
            @Override
            void answer(CuckooTable table, long[] hashes, boolean[] answers) {
                table.mightContainHashes(hashes, hashes.length, answers, 0, table.new Located());
            }
        };

        abstract void answer(CuckooTable table, long[] hashes, boolean[] answers);

        boolean one(CuckooTable table, long hash) {
            boolean[] answer = new boolean[1];
            answer(table, new long[] {hash}, answer);
            return answer[0];
        }
    }

    /**
     * Asks for keys that lie in their other bucket. After the first look others come and go until the key lies in its first bucket;
     * then the second look follows.
     */
    private static int missedOfMoved(Interrupted table, int width, Asking asking) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Long> staying = new ArrayList<>();
        List<Long> coming = new ArrayList<>();
        fill(table, random, staying, coming);
        int moved = 0;
        int missed = 0;
        for (int round = 0; moved < 100 && round < 20_000; round++) {
            long hash = staying.get(random.nextInt(staying.size()));
            Place place = new Place(table, hash);
            if (place.inFirst() || !place.inOther()) {
                continue;
            }
            boolean[] hasMoved = new boolean[1];
            table.betweenLooks = () -> {
                for (int i = 0; i < 200 && !hasMoved[0]; i++) {
                    exchange(table, random, coming);
                    hasMoved[0] = place.inFirst() && !place.inOther();
                }
            };
            boolean seen = asking.one(table, hash);
            moved += hasMoved[0] ? 1 : 0;
            missed += seen ? 0 : 1;
        }
        assertThat(moved)
                .as("keys that were moved in the middle of a query, width %d, seed %d", width, SEED)
                .isEqualTo(100);
        return missed;
    }

    /** To 95 %: two thirds of the keys stay. */
    private static void fill(CuckooTable table, SplittableRandom random, List<Long> staying, List<Long> coming) {
        while (table.entries() < 0.95 * SLOTS) {
            long hash = random.nextLong();
            Placement placement = table.add(hash);
            if (placement == Placement.NEW || placement == Placement.COPY) {
                (staying.size() < 0.63 * SLOTS ? staying : coming).add(hash);
            }
        }
    }

    /** One of those that come and go is replaced. */
    private static void exchange(CuckooTable table, SplittableRandom random, List<Long> coming) {
        int index = random.nextInt(coming.size());
        if (!table.remove(coming.get(index))) {
            throw new AssertionError("a key that was added could not be removed, seed " + SEED);
        }
        long hash = random.nextLong();
        while (table.add(hash) == Placement.FULL) {
            hash = random.nextLong();
        }
        coming.set(index, hash);
    }

    /** Where the fingerprint of a key lies. */
    private record Place(CuckooTable table, long first, long other, long pattern) {
        Place(CuckooTable table, long hash) {
            this(table, table.slots.first(hash), fingerprint(table, hash));
        }

        private Place(CuckooTable table, long first, long fingerprint) {
            this(table, first, table.slots.other(first, fingerprint), table.slots.pattern(fingerprint));
        }

        private static long fingerprint(CuckooTable table, long hash) {
            return table.slots.fingerprint(hash);
        }

        boolean inFirst() {
            return table.slots.isFound(table.slots.matches(first, pattern));
        }

        boolean inOther() {
            return table.slots.isFound(table.slots.matches(other, pattern));
        }
    }

    /** Does something between the two looks of a query. */
    private static final class Interrupted extends CuckooTable {
        private final boolean compares;
        private final boolean steps;
        private Runnable betweenLooks = () -> {};
        private boolean secondLook;

        Interrupted(CuckooGeometry geometry, boolean compares, boolean steps) {
            super(geometry, false);
            this.compares = compares;
            this.steps = steps;
        }

        @Override
        long matches(Buckets slots, long bucket, long pattern) {
            if (secondLook) {
                Runnable once = betweenLooks;
                betweenLooks = () -> {};
                once.run();
            }
            secondLook = !secondLook;
            return super.matches(slots, bucket, pattern);
        }

        @Override
        boolean isUnchanged(Buckets slots, long before) {
            return !compares || super.isUnchanged(slots, before);
        }

        @Override
        void step() {
            if (steps) {
                super.step();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void read_besideWritersAtNinetyFivePercent_missesNoKey(boolean shared) throws InterruptedException {
        assertThat(misses(shared, 10, 3_000_000, Asking.SINGLE))
                .as("seed %d", SEED)
                .isZero();
        assertThat(misses(shared, 17, 3_000_000, Asking.SINGLE))
                .as("seed %d", SEED)
                .isZero();
        assertThat(misses(shared, 10, 1_000_000, Asking.BATCH))
                .as("seed %d", SEED)
                .isZero();
        assertThat(misses(shared, 16, 1_000_000, Asking.LOCATED_BATCH))
                .as("seed %d", SEED)
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("long")
    void hundredMillionReads_besideWritersAtNinetyFivePercent_missNoKey(boolean shared) throws InterruptedException {
        for (int width : new int[] {8, 10, 16, 17}) {
            assertThat(misses(shared, width, 50_000_000, Asking.SINGLE))
                    .as("width %d, seed %d", width, SEED)
                    .isZero();
        }
        assertThat(misses(shared, 8, 20_000_000, Asking.BATCH))
                .as("seed %d", SEED)
                .isZero();
        assertThat(misses(shared, 16, 20_000_000, Asking.LOCATED_BATCH))
                .as("seed %d", SEED)
                .isZero();
    }

    /** Two readers ask for the keys that stay, so often each; beside them one writer, or two, replace others. */
    private static long misses(boolean shared, int width, int reads, Asking asking) throws InterruptedException {
        CuckooTable table = new CuckooTable(new CuckooGeometry(BUCKETS, width), shared);
        SplittableRandom random = new SplittableRandom(SEED + width);
        List<Long> staying = new ArrayList<>();
        List<Long> coming = new ArrayList<>();
        fill(table, random, staying, coming);
        int writers = shared ? 2 : 1;
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> writing = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            int share = coming.size() / writers;
            List<Long> own = new ArrayList<>(coming.subList(w * share, (w + 1) * share));
            SplittableRandom ownRandom = random.split();
            writing.add(start(failure, () -> {
                while (!stop.get()) {
                    exchange(table, ownRandom, own);
                }
            }));
        }
        long[] missed = new long[2];
        List<Thread> reading = new ArrayList<>();
        long[] asked = staying.stream().mapToLong(Long::longValue).toArray();
        for (int r = 0; r < 2; r++) {
            int number = r;
            reading.add(start(failure, () -> {
                boolean[] answers = new boolean[asked.length];
                for (int i = 0; i < reads; i += asked.length) {
                    asking.answer(table, asked, answers);
                    for (boolean answer : answers) {
                        missed[number] += answer ? 0 : 1;
                    }
                }
            }));
        }
        for (Thread reader : reading) {
            reader.join();
        }
        stop.set(true);
        for (Thread writer : writing) {
            writer.join();
        }
        assertThat(failure.get()).isNull();
        return missed[0] + missed[1];
    }

    private static Thread start(AtomicReference<Throwable> failure, Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
        });
        thread.start();
        return thread;
    }
}
