package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import java.util.function.LongConsumer;
import org.fastfilter.Filter;
import org.fastfilter.cuckoo.Cuckoo16;
import org.fastfilter.cuckoo.Cuckoo8;
import org.fastfilter.cuckoo.CuckooPlus16;
import org.fastfilter.cuckoo.CuckooPlus8;

/** A cuckoo filter of fastfilter_java, filled as its {@code construct} fills it, to 94 or 95 %. */
final class FastfilterCuckoo extends FastfilterStatic implements AddableLongFilter {
    private static final double LOAD = 0.95;
    private static final double LOAD_OF_PLUS = 0.94;

    private final LongConsumer insert; // not in the interface of the library

    private FastfilterCuckoo(Filter filter, LongConsumer insert) {
        super(filter);
        this.insert = insert;
    }

    static FastfilterCuckoo cuckoo8(long capacity) {
        Cuckoo8 cuckoo = new Cuckoo8(entries(capacity, LOAD));
        return new FastfilterCuckoo(cuckoo, cuckoo::insert);
    }

    static FastfilterCuckoo cuckoo16(long capacity) {
        Cuckoo16 cuckoo = new Cuckoo16(entries(capacity, LOAD));
        return new FastfilterCuckoo(cuckoo, cuckoo::insert);
    }

    static FastfilterCuckoo cuckooPlus8(long capacity) {
        CuckooPlus8 cuckoo = new CuckooPlus8(entries(capacity, LOAD_OF_PLUS));
        return new FastfilterCuckoo(cuckoo, cuckoo::insert);
    }

    static FastfilterCuckoo cuckooPlus16(long capacity) {
        CuckooPlus16 cuckoo = new CuckooPlus16(entries(capacity, LOAD_OF_PLUS));
        return new FastfilterCuckoo(cuckoo, cuckoo::insert);
    }

    private static int entries(long capacity, double load) {
        return Math.toIntExact((long) (capacity / load));
    }

    @Override
    public void add(long key) {
        insert.accept(key);
    }
}
