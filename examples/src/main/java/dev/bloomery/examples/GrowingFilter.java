package dev.bloomery.examples;

import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.key.KeyEncoder;
import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Keys of which nobody knows how many there will be: a filter that starts with room for a thousand and grows. Prints, at each
 * growth, its memory beside that of one filter made for as many keys.
 */
public final class GrowingFilter {

    private GrowingFilter() {}

    /**
     * Runs with a million keys, or as many as the first argument says.
     *
     * @param args the number of keys, if any
     */
    public static void main(String[] args) {
        run(args.length == 0 ? 1_000_000 : Long.parseLong(args[0]), System.out);
    }

    static ScalableBloomFilter<Long> run(long keys, PrintStream out) {
        out.println("    keys   slices         bits   one filter   ratio");
        ScalableBloomFilter<Long> seen = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .onCapacity(event -> {
                    if (event instanceof CapacityEvent.Grown grown) {
                        out.printf(
                                Locale.ROOT,
                                "%,8d %8d %,12d %,12d %7.2f%n",
                                grown.insertions(),
                                grown.slices(),
                                grown.sizeInBits(),
                                grown.oneFilterBits(),
                                (double) grown.sizeInBits() / grown.oneFilterBits());
                    }
                })
                .build();
        for (long key = 0; key < keys; key++) {
            seen.add(key);
        }
        out.println(seen.info());
        long falsePositives =
                LongStream.range(keys, 2 * keys).filter(seen::mightContainLong).count();
        new Report(out).fpp(falsePositives, keys, seen.info().targetFpp());
        return seen;
    }
}
