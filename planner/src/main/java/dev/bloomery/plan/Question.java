package dev.bloomery.plan;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a filter is wanted for: how many keys, which FPP, what must be possible with the keys, and what a lookup costs without it.
 *
 * <pre>{@code
 * Question question = Question.about(50_000_000, Need.CRAWLER)
 *         .memoryBudget(100_000_000)
 *         .storeAccess(Duration.ofMillis(2))
 *         .absentShare(0.9)
 *         .build();
 * }</pre>
 *
 * @param keys distinct keys: of the whole filter; with a window, of the busiest window; with owners, of each owner
 * @param targetFpp the FPP asked for
 * @param need the name of the need that the FPP comes from, if it does
 * @param fixedSet whether all keys are known when the filter is built, and never change
 * @param deletes whether keys are removed
 * @param grows whether there may be many more keys than said
 * @param window how long a key is remembered, if not for ever
 * @param owners of how many owners each has keys of its own, if any
 * @param memoryBudgetBytes the most memory of the filter, if there is a limit
 * @param storeAccess what it costs to ask the store behind the filter, if known
 * @param absentShare which share of the lookups is for absent keys, if known
 * @param lookupsPerDay how many lookups there are, if known
 */
public record Question(
        long keys,
        double targetFpp,
        Optional<Need> need,
        boolean fixedSet,
        boolean deletes,
        boolean grows,
        Optional<Duration> window,
        OptionalLong owners,
        OptionalLong memoryBudgetBytes,
        Optional<Duration> storeAccess,
        OptionalDouble absentShare,
        OptionalLong lookupsPerDay) {

    public Question {
        QuestionChecks.keys(keys);
        QuestionChecks.targetFpp(targetFpp);
        Objects.requireNonNull(need, "need").ifPresent(named -> QuestionChecks.sameFpp(named, targetFpp));
        Objects.requireNonNull(window, "window").ifPresent(QuestionChecks::window);
        Objects.requireNonNull(owners, "owners").ifPresent(number -> QuestionChecks.owners(number, keys));
        Objects.requireNonNull(memoryBudgetBytes, "memoryBudgetBytes").ifPresent(QuestionChecks::memoryBudget);
        Objects.requireNonNull(storeAccess, "storeAccess").ifPresent(QuestionChecks::storeAccess);
        Objects.requireNonNull(absentShare, "absentShare").ifPresent(QuestionChecks::absentShare);
        Objects.requireNonNull(lookupsPerDay, "lookupsPerDay").ifPresent(QuestionChecks::lookupsPerDay);
    }

    /**
     * Begins a question about so many keys at such an FPP.
     *
     * @param keys distinct keys, from 1 to 2^40: of the whole filter; with a window, of the busiest window; with owners, of each
     * @param targetFpp a probability between 0 and 1, 0.01 for one percent
     * @return the builder, for all that is optional
     */
    public static QuestionBuilder about(long keys, double targetFpp) {
        return new QuestionBuilder(keys, targetFpp, Optional.empty());
    }

    /**
     * Begins a question about so many keys for a named need.
     *
     * @param keys distinct keys, from 1 to 2^40: of the whole filter; with a window, of the busiest window; with owners, of each
     * @param need what it is for
     * @return the builder, for all that is optional
     */
    public static QuestionBuilder about(long keys, Need need) {
        return new QuestionBuilder(keys, Objects.requireNonNull(need, "need").targetFpp(), Optional.of(need));
    }

    /**
     * The keys of all owners together; without owners, the keys.
     *
     * @return the keys that the filter holds
     */
    public long totalKeys() {
        return keys * owners.orElse(1);
    }

    /**
     * What a filter must be able to do.
     *
     * @return the abilities; of a fixed set none, whoever owns its keys
     */
    public Set<Ability> needs() {
        Set<Ability> needs = EnumSet.noneOf(Ability.class);
        if (!fixedSet) {
            needs.add(Ability.ADD);
        }
        if (deletes) {
            needs.add(Ability.REMOVE);
        }
        if (grows) {
            needs.add(Ability.GROW);
        }
        if (window.isPresent()) {
            needs.add(Ability.FORGET);
        }
        if (owners.isPresent() && !fixedSet) {
            needs.add(Ability.OWNERS);
        }
        return needs;
    }

    /**
     * No filter whatever takes less memory: log2(1/FPP) bits for each key.
     *
     * @return the bytes, rounded up
     */
    public long lowerBoundBytes() {
        return (long) Math.ceil(totalKeys() * (-Math.log(targetFpp) / Math.log(2)) / 8);
    }

    /**
     * A builder that has everything of this question, to ask a slightly different one.
     *
     * @return the builder
     */
    public QuestionBuilder change() {
        return new QuestionBuilder(this);
    }

    /** One line, fit to print. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (owners.isPresent()) {
            text.append(Amounts.count(owners.getAsLong()))
                    .append(" owners of ")
                    .append(Amounts.count(keys))
                    .append(" keys");
        } else {
            text.append(Amounts.count(keys)).append(" keys");
        }
        window.ifPresent(time -> text.append(" within ").append(Amounts.time(time)));
        text.append(", FPP ").append(Amounts.percent(targetFpp));
        need.ifPresent(named -> text.append(" (").append(named).append(')'));
        text.append(fixedSet ? ", fixed set" : "");
        text.append(deletes ? ", with deletes" : "");
        text.append(grows ? ", grows" : "");
        memoryBudgetBytes.ifPresent(
                bytes -> text.append(", at most ").append(Amounts.count(bytes)).append(" bytes"));
        storeAccess.ifPresent(time -> text.append(", store access ").append(Amounts.time(time)));
        absentShare.ifPresent(
                share -> text.append(", ").append(Amounts.percent(share)).append(" of lookups absent"));
        lookupsPerDay.ifPresent(
                number -> text.append(", ").append(Amounts.count(number)).append(" lookups a day"));
        return text.toString();
    }
}
