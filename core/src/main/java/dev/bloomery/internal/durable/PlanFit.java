package dev.bloomery.internal.durable;

import dev.bloomery.spec.FilterSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether the plan given fits the one that a filter was created with. A plan may leave its size and layout open: what it does not say
 * cannot differ, so that a later release, which would choose otherwise, opens the filter all the same.
 */
public final class PlanFit {
    private static final String OPEN_LAYOUT = "auto";

    private PlanFit() {}

    /** In what they differ, in words; empty if they do not. */
    public static String difference(FilterSpec given, FilterSpec stored) {
        List<String> differences = new ArrayList<>();
        String givenKind = kind(given);
        if (!givenKind.equals(kind(stored))) {
            return "the kind (" + givenKind + ", and not " + kind(stored) + ")";
        }
        Map<String, String> storedValues = values(stored);
        values(given).forEach((name, value) -> {
            String other = storedValues.getOrDefault(name, "none");
            if (!value.equals(other) && !value.equals(OPEN_LAYOUT)) {
                differences.add(name + " (" + value + ", and not " + other + ")");
            }
        });
        return String.join(", ", differences);
    }

    private static String kind(FilterSpec spec) {
        String text = spec.toString();
        return text.substring(0, text.indexOf(' '));
    }

    /** The text form says all there is to a plan, and is the same in every release. */
    private static Map<String, String> values(FilterSpec spec) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : spec.toString().split(" ", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return values;
    }
}
