package dev.bloomery.examples;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.key.KeyEncoder;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A list that is published as a whole and does not change until the next one, such as that of passwords that were leaked: a fuse
 * filter in front of it, in nine bits each.
 */
public final class KnownPasswords {
    private final FuseFilter<String> leaked;

    KnownPasswords(Stream<String> list) {
        leaked = Filters.fuse(KeyEncoder.utf8()).targetFpp(0.004).build(list);
    }

    /**
     * Builds the filter of a made-up list and asks it for two.
     *
     * @param args none
     */
    public static void main(String[] args) {
        KnownPasswords passwords =
                new KnownPasswords(LongStream.range(0, 1_000_000).mapToObj(i -> "secret" + i));
        System.out.println("secret7 may be leaked: " + passwords.mayBeLeaked("secret7"));
        System.out.println(
                "correct horse battery staple may be leaked: " + passwords.mayBeLeaked("correct horse battery staple"));
        System.out.println(passwords.leaked.info());
    }

    /** False: certainly not on the list; true: look it up. */
    boolean mayBeLeaked(String password) {
        return leaked.mightContain(password);
    }
}
