package dev.bloomery.micrometer;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The tags that all meters of one subject have.
 *
 * @param all the name among them
 */
record MeterTags(Tags all) {
    private static final String NAME = "name";

    /** What single meters have beside these. */
    private static final Set<String> OWN =
            Set.of(NAME, "answer", "answered.by", "kind", "operation", "outcome", "reason", "state");

    static MeterTags of(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException(
                    "name is blank; give what the gate or the filter is called, \"usernames\" say");
        }
        return new MeterTags(Tags.of(NAME, name));
    }

    MeterTags with(Iterable<Tag> further) {
        for (Tag tag : Objects.requireNonNull(further, "further")) {
            if (OWN.contains(tag.getKey())) {
                throw new IllegalArgumentException("a tag with the key '" + tag.getKey()
                        + "' is one that the meters have themselves; use another key than " + OWN);
            }
        }
        return new MeterTags(all.and(further));
    }

    /** These, and those of a single meter. */
    Tags and(Tags own) {
        return all.and(own);
    }

    /** A constant as the value of a tag. */
    static String value(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** As a message shows them. */
    @Override
    public String toString() {
        return all.stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .reduce((first, second) -> first + ", " + second)
                .orElse("");
    }
}
