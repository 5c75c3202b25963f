package dev.bloomery.plan;

/** What some kinds of filters can do and others cannot. */
public enum Ability {
    /** Take keys after the filter was built. */
    ADD("add", "take a key after it is built", "keys are added"),

    /** Take back a key that was added. */
    REMOVE("remove", "remove a key", "keys are removed"),

    /** Take more keys than were planned for, at the same FPP. */
    GROW("grow", "grow beyond the keys it was made for", "it grows"),

    /** Forget keys by themselves once their window has passed. */
    FORGET("forget", "forget old keys by itself", "keys are forgotten after a window"),

    /** Keep the keys of many owners apart, and drop all keys of one. */
    OWNERS("owners", "drop the keys of one owner", "owners have keys of their own");

    private final String label;
    private final String words;
    private final String need;

    Ability(String label, String words, String need) {
        this.label = label;
        this.words = words;
        this.need = need;
    }

    /** A word or two, for a table. */
    String label() {
        return label;
    }

    /** The ability as a need, such as {@code keys are removed}. */
    String need() {
        return need;
    }

    /** What can be done, in words that go on after {@code cannot}. */
    @Override
    public String toString() {
        return words;
    }
}
