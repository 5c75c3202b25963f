package dev.bloomery.gate.report;

import dev.bloomery.info.QuickInfo;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The filter that a gate answers by at one moment, by a look whose price does not grow with the filter: for
 * dashboards that ask every few seconds. {@link GateInfo}
 * knows more, and reads the whole filter.
 *
 * @param kind the kind of filter, as a spec names it: {@code bloom}, {@code cuckoo}, ...; or {@code family}
 * @param insertions how many keys were new when they were added, those included that were deleted and that it
 *     could not forget; of a counting filter, and
 *     after a merge, an estimate
 * @param capacity the number of keys up to which the promised FPP holds; empty for a family, which grows
 * @param filledTo the share of the capacity that is used, more than 1 beyond it; of a family the share of its
 *     memory budget, 0 if it has none
 * @param memoryBytes its memory
 * @param promisedFpp the FPP that it was made for
 * @param age for how long it has answered
 * @param filter the same of the filter, with the share of its bits that is set, read off a sample; empty for
 *     a family
 */
public record GateQuickInfo(
        String kind,
        long insertions,
        OptionalLong capacity,
        double filledTo,
        long memoryBytes,
        double promisedFpp,
        Duration age,
        Optional<QuickInfo> filter) {

    /** One line, fit for a log. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s with %,d keys%s, filled to %.1f %%, %,d bytes, FPP %.3g promised, answering for %s",
                kind,
                insertions,
                capacity.isPresent() ? String.format(Locale.ROOT, " of %,d", capacity.getAsLong()) : "",
                100 * filledTo,
                memoryBytes,
                promisedFpp,
                age);
    }
}
