package dev.bloomery.interop;

import dev.bloomery.MembershipFilter;
import java.util.Objects;
import java.util.function.Predicate;

/** A filter of which nothing is known but its answers and its FPP. */
final class PredicateFilter<K> implements MembershipFilter<K> {
    private final Predicate<? super K> test;
    private final double fpp;

    PredicateFilter(Predicate<? super K> test, double fpp) {
        this.test = test;
        this.fpp = fpp;
    }

    @Override
    public boolean mightContain(K key) {
        return test.test(Objects.requireNonNull(key, "key"));
    }

    @Override
    public ForeignInfo info() {
        return new ForeignInfo("other", "asked through a method", 0, 0, 0, fpp, 0, 0, 0, fpp);
    }

    @Override
    public String toString() {
        return "a filter of another library";
    }
}
