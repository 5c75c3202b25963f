package dev.bloomery.gate.report;

import dev.bloomery.family.FamilyInfo;
import dev.bloomery.info.FilterInfo;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The filter that a gate answers by, or the family of filters, at one moment: for dashboards and health checks of any kind of gate. What only one kind of filter
 * has is in {@link #filter} or {@link #family}.
 *
 * @param kind the kind of filter, as a spec names it: {@code bloom}, {@code cuckoo}, ...; or {@code family}
 * @param keys about how many keys it holds, those included that were deleted and that it could not forget
 * @param capacity the number of keys up to which the promised FPP holds; empty for a family, which grows
 * @param filledTo the share of the capacity that is used, more than 1 beyond it; of a family the share of its memory budget, 0 if it has none
 * @param memoryBytes its memory
 * @param promisedFpp the FPP that it was made for
 * @param expectedFpp the FPP by formula for the keys that it holds
 * @param age for how long it has answered
 * @param filter the same of the filter, in full; empty for a family
 * @param family the same of the family, in full; empty for a filter
 */
public record GateInfo(
        String kind,
        long keys,
        OptionalLong capacity,
        double filledTo,
        long memoryBytes,
        double promisedFpp,
        double expectedFpp,
        Duration age,
        Optional<FilterInfo> filter,
        Optional<FamilyInfo> family) {

    /** One line, fit for a log. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s with about %,d keys%s, filled to %.1f %%, %,d bytes, FPP %.3g promised and %.3g expected, answering for %s",
                kind,
                keys,
                capacity.isPresent() ? String.format(Locale.ROOT, " of %,d", capacity.getAsLong()) : "",
                100 * filledTo,
                memoryBytes,
                promisedFpp,
                expectedFpp,
                age);
    }
}
