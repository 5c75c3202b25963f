package dev.bloomery.plan;

/** A need that could be given up. */
enum Concession {
    FIXED_SET("the set is fixed", "if the set may change"),
    DELETES("keys are removed", "without removes, building the filter anew from time to time"),
    GROWS("it grows", "for the most keys that there will ever be, instead of growing"),
    WINDOW("keys are forgotten after a window", "without a window, for all keys that are in at a time"),
    OWNERS(
            "owners have keys of their own",
            "as one filter over pairs of owner and key, from which no owner can be dropped");

    private final String need;
    private final String words;

    Concession(String need, String words) {
        this.need = need;
        this.words = words;
    }

    /** What is given up. */
    String need() {
        return need;
    }

    boolean isAsked(Question question) {
        return switch (this) {
            case FIXED_SET -> question.fixedSet();
            case DELETES -> question.deletes();
            case GROWS -> question.grows();
            case WINDOW -> question.window().isPresent();
            case OWNERS -> question.owners().isPresent();
        };
    }

    void apply(QuestionBuilder builder) {
        switch (this) {
            case FIXED_SET -> builder.fixedSet(false);
            case DELETES -> builder.deletes(false);
            case GROWS -> builder.grows(false);
            case WINDOW -> builder.withoutWindow();
            case OWNERS -> builder.withoutOwners();
        }
    }

    /** What is done instead. */
    @Override
    public String toString() {
        return words;
    }
}
