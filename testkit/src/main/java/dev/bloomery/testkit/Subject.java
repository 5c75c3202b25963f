package dev.bloomery.testkit;

import dev.bloomery.AddableFilter;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What an FPP trial needs of a filter: the real one, or one that is broken on purpose. */
public record Subject<K>(Consumer<K> add, Predicate<K> mightContain) {

    public static <K> Subject<K> of(AddableFilter<K> filter) {
        return new Subject<>(filter::add, filter::mightContain);
    }
}
