package dev.bloomery.plan;

import dev.bloomery.spec.FilterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A filter of one kind for a question: what it takes, what it gives, and whether it will do. Sized, not built.
 *
 * @param kind the kind
 * @param spec the plan to build it from, where there is one
 * @param text the plan in one line; that of the spec, if there is one
 * @param exact whether memory and FPP are those that the built filter reports; else they are estimates
 * @param memoryBytes bytes of memory with all keys in
 * @param bitsPerKey bits of memory for each key
 * @param fpp the FPP with all keys in, at most the target
 * @param cacheLines cache lines that a query reads at most
 * @param accessesAvoidedPerDay accesses to the store that the filter saves, if lookups and the share of absent ones are known
 * @param latency the time of a lookup with and without the filter, if the cost of an access and the share of absent ones are known
 * @param obstacles why it cannot be used here; empty if it can
 */
public record Option(
        Kind kind,
        Optional<FilterSpec> spec,
        String text,
        boolean exact,
        long memoryBytes,
        double bitsPerKey,
        double fpp,
        int cacheLines,
        OptionalLong accessesAvoidedPerDay,
        Optional<Latency> latency,
        List<String> obstacles) {

    public Option {
        obstacles = List.copyOf(obstacles);
    }

    /**
     * Whether it does all that was asked, within the budget.
     *
     * @return true if there are no obstacles
     */
    public boolean usable() {
        return obstacles.isEmpty();
    }

    /**
     * What this kind cannot do, asked for or not.
     *
     * @return the abilities that it lacks
     */
    public List<Ability> cannot() {
        return kind.cannot();
    }

    /**
     * How it differs from another one, in words.
     *
     * @param other the other, mostly the recommended one
     * @return for example {@code 6 % less memory, 7 cache lines a query instead of 1}
     */
    public String comparedTo(Option other) {
        List<String> differences = new ArrayList<>();
        differences.add(memoryBeside(other));
        if (cacheLines != other.cacheLines) {
            differences.add(cacheLines + (cacheLines == 1 ? " cache line" : " cache lines") + " a query instead of "
                    + other.cacheLines);
        }
        if (!kind.caution().isEmpty() && !kind.caution().equals(other.kind.caution())) {
            differences.add(kind.caution());
        }
        return String.join("; ", differences);
    }

    /** How its memory differs from that of another one. */
    String memoryBeside(Option other) {
        double ratio = (double) memoryBytes / other.memoryBytes;
        if (ratio >= 2) {
            return String.format(Locale.ROOT, "%.1f times the memory", ratio);
        }
        long percent = Math.round(100 * Math.abs(ratio - 1));
        return percent == 0 ? "the same memory" : percent + " % " + (ratio < 1 ? "less" : "more") + " memory";
    }
}
