package dev.bloomery.testkit;

import dev.bloomery.AddableFilter;
import dev.bloomery.MembershipFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** What an FPP trial needs of a filter: the real one, or one that is broken on purpose. */
public record Subject<K>(Consumer<K> add, Predicate<K> mightContain) {

    public static <K> Subject<K> of(AddableFilter<K> filter) {
        return new Subject<>(filter::add, filter::mightContain);
    }

    /** Of a filter that is built from all its keys at once: when it is asked for the first time. */
    public static <K> Subject<K> ofBuilt(Function<List<K>, MembershipFilter<K>> build) {
        List<K> keys = new ArrayList<>();
        List<MembershipFilter<K>> built = new ArrayList<>(1);
        return new Subject<>(keys::add, key -> {
            if (built.isEmpty()) {
                built.add(build.apply(keys));
            }
            return built.get(0).mightContain(key);
        });
    }
}
