package dev.bloomery.benchmarks.report;

/**
 * One goal, the figure reached and whether it holds.
 *
 * @param where the point it is about, such as {@code long 1M}
 * @param what what is compared, such as {@code hit against guava}
 * @param wanted the figure that was wanted, such as {@code >= 7.5x}; empty if there is none
 * @param reached the figure that was reached, rounded to the bad side; empty if there is none
 * @param from the times or sizes that it was computed from, or why there is none
 * @param verdict whether it holds
 */
public record Goal(String where, String what, String wanted, String reached, String from, Verdict verdict) {
    /** What there is to say about a goal. */
    public enum Verdict {
        /** The figure was measured and is as wanted. */
        YES("yes"),
        /** The figure was measured and is not as wanted, or ours does not deliver the FPP. */
        NO("no"),
        /** A part of the figure is not among the results, or the peer does not deliver the FPP. */
        NOT_MEASURED("not measured"),
        /** Not a goal, only to be seen beside them. */
        FOR_INFORMATION("information");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
