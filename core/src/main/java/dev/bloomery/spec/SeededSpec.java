package dev.bloomery.spec;

import java.util.Objects;
import java.util.Optional;

/**
 * A spec together with the secret seed: all that it takes to build the same filter again, elsewhere.
 *
 * @param spec the plan
 * @param seed the secret
 */
public record SeededSpec(FilterSpec spec, Seed seed) {

    private static final String SEED = " seed=";

    public SeededSpec {
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(seed, "seed");
    }

    /**
     * The text form <b>with the secret</b>, for a place that keeps secrets.
     *
     * @return the text of the spec, followed by {@code seed=} and the seed
     */
    public String toSecretString() {
        return spec + SEED + seed.toHex();
    }

    /**
     * Reads what {@link #toSecretString} wrote.
     *
     * @param text the text form with the secret
     * @return spec and seed
     * @throws IllegalArgumentException if it is not that; the message does not show the secret
     */
    public static SeededSpec parse(String text) {
        int at = Objects.requireNonNull(text, "text").lastIndexOf(SEED);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "the text has no seed=... at its end; for a spec without seed use FilterSpec");
        }
        return new SeededSpec(
                FilterSpec.parse(text.substring(0, at)),
                Seed.fromHex(text.substring(at + SEED.length()).strip()));
    }

    /**
     * In what two plans differ, in words, without the seeds.
     *
     * @param other another plan
     * @return the difference; nothing if they are equal
     */
    public Optional<String> difference(SeededSpec other) {
        if (!spec.equals(other.spec)) {
            return Optional.of("one is '" + spec + "', the other '" + other.spec + "', which differ in "
                    + SpecText.parse(spec.toString()).difference(SpecText.parse(other.spec.toString())));
        }
        return seed.equals(other.seed)
                ? Optional.empty()
                : Optional.of("their seeds differ; build both with the same seed(...)");
    }

    /** Does not show the seed. */
    @Override
    public String toString() {
        return spec + SEED + "secret";
    }
}
