package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddResult;
import dev.bloomery.internal.durable.MemoryFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A durable filter and a plain one in memory to which the same is done; they must stay alike, bit for bit. */
final class Twins {
    private final TestKind kind;
    private final MemoryFilter<Long> plain;
    private final List<Long> members = new ArrayList<>();
    private JournaledFilter<Long> durable;

    Twins(TestKind kind, JournaledFilter<Long> durable) {
        this.kind = kind;
        this.plain = kind.plain();
        this.durable = durable;
    }

    JournaledFilter<Long> durable() {
        return durable;
    }

    /** Goes on with the filter as it was opened again. */
    void reopened(JournaledFilter<Long> filter) {
        durable = filter;
    }

    void add(long key) {
        AddResult expected = plain.tryAdd(plain.filter().hashLong(key));
        assertThat(durable.tryAdd(key)).isEqualTo(expected);
        if (expected != AddResult.FULL && expected != AddResult.TOO_MANY_COPIES) {
            members.add(key);
        }
    }

    void addAll(long[] keys) {
        assertThat(durable.addAllLongs(keys)).isEqualTo(plain.filter().addAllLongs(keys));
        for (long key : keys) {
            members.add(key);
        }
    }

    void remove(long key) {
        boolean expected = plain.remove(plain.filter().hashLong(key));
        assertThat(((DurableRemovableFilter<Long>) durable).remove(key)).isEqualTo(expected);
        members.remove(key);
    }

    void clear() {
        durable.clear();
        plain.filter().clear();
        members.clear();
    }

    /** Some operations by chance, of which most are adds; there is room for a few hundred. */
    void step(SplittableRandom random) {
        int choice = random.nextInt(100);
        if (choice == 0) {
            clear();
        } else if (choice < 5 && members.size() < 300) {
            addAll(random.longs(random.nextInt(20)).toArray());
        } else if (choice < 40 && kind.removes() && !members.isEmpty()) {
            remove(members.get(random.nextInt(members.size())));
        } else if (choice < 45 && kind.removes()) {
            remove(random.nextLong()); // most likely absent
        } else if (choice < 60 && !members.isEmpty() && kind != TestKind.CUCKOO) {
            add(members.get(random.nextInt(members.size())));
        } else if (members.size() < 350) {
            add(random.nextLong());
        }
    }

    void assertAlike(String when) {
        for (long member : members) {
            assertThat(durable.mightContainLong(member)).as(when).isTrue();
        }
        assertThat(durable.info()).as(when).isEqualTo(plain.filter().info());
        assertThat(TestKind.bits(durable)).as(when).isEqualTo(TestKind.bits(plain));
    }
}
