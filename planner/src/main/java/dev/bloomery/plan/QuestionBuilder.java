package dev.bloomery.plan;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Asks for all that is optional in a {@link Question}. Every method checks what it is given and throws
 * {@link IllegalArgumentException}; whether the needs go together is for the {@link Planner} to say. For one thread.
 */
public final class QuestionBuilder {
    private long keys;
    private double targetFpp;
    private Optional<Need> need;
    private boolean fixedSet;
    private boolean deletes;
    private boolean grows;
    private Optional<Duration> window = Optional.empty();
    private OptionalLong owners = OptionalLong.empty();
    private OptionalLong memoryBudgetBytes = OptionalLong.empty();
    private Optional<Duration> storeAccess = Optional.empty();
    private OptionalDouble absentShare = OptionalDouble.empty();
    private OptionalLong lookupsPerDay = OptionalLong.empty();

    QuestionBuilder(long keys, double targetFpp, Optional<Need> need) {
        this.keys = QuestionChecks.keys(keys);
        this.targetFpp = QuestionChecks.targetFpp(targetFpp);
        this.need = need;
    }

    QuestionBuilder(Question question) {
        keys = question.keys();
        targetFpp = question.targetFpp();
        need = question.need();
        fixedSet = question.fixedSet();
        deletes = question.deletes();
        grows = question.grows();
        window = question.window();
        owners = question.owners();
        memoryBudgetBytes = question.memoryBudgetBytes();
        storeAccess = question.storeAccess();
        absentShare = question.absentShare();
        lookupsPerDay = question.lookupsPerDay();
    }

    /**
     * All keys are known when the filter is built, and never change until another one is built.
     *
     * @return this
     */
    public QuestionBuilder fixedSet() {
        return fixedSet(true);
    }

    /**
     * Keys are removed, each of them after it was added.
     *
     * @return this
     */
    public QuestionBuilder deletes() {
        return deletes(true);
    }

    /**
     * There may be many more keys than said; the FPP is to hold for all of them.
     *
     * @return this
     */
    public QuestionBuilder grows() {
        return grows(true);
    }

    /**
     * A key is remembered for so long after it was last added, and then forgotten.
     *
     * @param window more than zero; the keys of the question are those of the busiest window
     * @return this
     */
    public QuestionBuilder window(Duration window) {
        this.window = Optional.of(QuestionChecks.window(Objects.requireNonNull(window, "window")));
        return this;
    }

    /**
     * So many owners have keys of their own, and each can be dropped with its keys.
     *
     * @param owners 1 or more; the keys of the question are those of each owner
     * @return this
     */
    public QuestionBuilder owners(long owners) {
        this.owners = OptionalLong.of(QuestionChecks.owners(owners, keys));
        return this;
    }

    /**
     * The filter takes at most so much memory.
     *
     * @param bytes 1 or more
     * @return this
     */
    public QuestionBuilder memoryBudget(long bytes) {
        memoryBudgetBytes = OptionalLong.of(QuestionChecks.memoryBudget(bytes));
        return this;
    }

    /**
     * What it costs to ask the store behind the filter.
     *
     * @param time of one access, more than zero
     * @return this
     */
    public QuestionBuilder storeAccess(Duration time) {
        storeAccess = Optional.of(QuestionChecks.storeAccess(Objects.requireNonNull(time, "time")));
        return this;
    }

    /**
     * Which share of the lookups is for keys that are absent.
     *
     * @param share from 0 to 1
     * @return this
     */
    public QuestionBuilder absentShare(double share) {
        absentShare = OptionalDouble.of(QuestionChecks.absentShare(share));
        return this;
    }

    /**
     * How many lookups there are.
     *
     * @param lookups a day, 0 or more
     * @return this
     */
    public QuestionBuilder lookupsPerDay(long lookups) {
        lookupsPerDay = OptionalLong.of(QuestionChecks.lookupsPerDay(lookups));
        return this;
    }

    /**
     * The question.
     *
     * @return an immutable value
     */
    public Question build() {
        return new Question(
                keys,
                targetFpp,
                need,
                fixedSet,
                deletes,
                grows,
                window,
                owners,
                memoryBudgetBytes,
                storeAccess,
                absentShare,
                lookupsPerDay);
    }

    /**
     * Another number of keys.
     *
     * @param keys from 1 to 2^40, and so many that those of all owners are not more
     * @return this
     */
    public QuestionBuilder keys(long keys) {
        QuestionChecks.keys(keys);
        owners.ifPresent(number -> QuestionChecks.owners(number, keys));
        this.keys = keys;
        return this;
    }

    /**
     * Another FPP; the name of a need is gone.
     *
     * @param targetFpp a probability between 0 and 1
     * @return this
     */
    public QuestionBuilder targetFpp(double targetFpp) {
        this.targetFpp = QuestionChecks.targetFpp(targetFpp);
        this.need = Optional.empty();
        return this;
    }

    QuestionBuilder fixedSet(boolean fixed) {
        fixedSet = fixed;
        return this;
    }

    QuestionBuilder deletes(boolean removed) {
        deletes = removed;
        return this;
    }

    QuestionBuilder grows(boolean more) {
        grows = more;
        return this;
    }

    QuestionBuilder withoutWindow() {
        window = Optional.empty();
        return this;
    }

    /** One filter over pairs of owner and key. */
    QuestionBuilder withoutOwners() {
        long all = keys * owners.orElse(1);
        owners = OptionalLong.empty();
        return keys(all);
    }
}
