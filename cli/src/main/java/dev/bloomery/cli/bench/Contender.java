package dev.bloomery.cli.bench;

import com.google.common.hash.Funnels;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Something that can tell whether it has seen a string.
 *
 * @param name for the table
 * @param add adds a key
 * @param contains asks for one
 */
record Contender(String name, Predicate<String> add, Predicate<String> contains) {

    static Contender bloomery(long keys, double fpp) {
        BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                .capacity(keys)
                .targetFpp(fpp)
                .singleWriter()
                .build();
        return new Contender("Bloomery", filter::add, filter::mightContain);
    }

    static Contender guava(long keys, double fpp) {
        com.google.common.hash.BloomFilter<CharSequence> filter =
                com.google.common.hash.BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), keys, fpp);
        return new Contender("Guava", filter::put, filter::mightContain);
    }

    /** It keeps a copy of each key, as it would if keys came from somewhere: they count as its memory. */
    @SuppressWarnings("StringCopy") // a copy is the point
    static Contender hashSet() {
        Set<String> set = new HashSet<>();
        return new Contender("HashSet", key -> set.add(new String(key.toCharArray())), set::contains);
    }
}
