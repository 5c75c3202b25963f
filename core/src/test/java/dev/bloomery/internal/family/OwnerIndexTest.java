package dev.bloomery.internal.family;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The index beside a map, with many owners of the same 32 bits, and with homes at the end of the table. */
class OwnerIndexTest {
    private static final long SEED = Seeds.orElse(4_711);

    @Test
    void operations_random_answerLikeAMap() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long mask : new long[] {-1L, 0x3FL << 26, 0x7L << 55, 0xFL << 54}) {
            OwnerIndex index = new OwnerIndex(new MemoryUse(Long.MAX_VALUE));
            Map<Integer, Long> ownerOfPlace = new HashMap<>();
            List<Integer> places = new ArrayList<>();
            for (int i = 1; i < 20_000; i++) {
                if (random.nextInt(3) > 0 || places.isEmpty()) {
                    long owner = mask == -1L ? random.nextLong() : (random.nextLong() & mask) | (0x7FL << 51);
                    if (mask != -1L && places.size() > 300) {
                        continue;
                    }
                    index.insert(owner, i);
                    ownerOfPlace.put(i, owner);
                    places.add(i);
                } else {
                    int last = places.size() - 1;
                    int chosen = random.nextInt(places.size());
                    int place = places.get(chosen);
                    places.set(chosen, places.get(last));
                    places.remove(last);
                    index.remove(index.slotOf(requireNonNull(ownerOfPlace.get(place)), place));
                    ownerOfPlace.remove(place);
                }
                assertThat(index.size()).isEqualTo(places.size());
                if (i % 500 == 0) {
                    ownerOfPlace.forEach((place, owner) -> {
                        int slot = index.slotOf(owner, place);
                        assertThat(slot).as("mask %x, seed %d", mask, SEED).isNotNegative();
                        assertThat(index.place(slot)).isEqualTo(place);
                    });
                }
            }
        }
    }

    @Test
    void insert_many_isFilledBetweenTwoThirdsAndSevenEighths() {
        MemoryUse memory = new MemoryUse(Long.MAX_VALUE);
        OwnerIndex index = new OwnerIndex(memory);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 1; i < 100_000; i++) {
            index.insert(random.nextLong(), i);
            if (i > 100) {
                assertThat((double) i / index.slots()).isBetween(0.66, 0.85);
            }
            assertThat(memory.used()).isEqualTo(index.bytes());
        }
    }
}
