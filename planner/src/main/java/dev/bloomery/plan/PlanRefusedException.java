package dev.bloomery.plan;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** No filter can do what was asked. The message says why, and what could be done instead. */
public final class PlanRefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient List<Suggestion> suggestions;

    PlanRefusedException(String reason, List<Suggestion> suggestions) {
        super(reason + advice(suggestions));
        this.suggestions = List.copyOf(suggestions);
    }

    private static String advice(List<Suggestion> suggestions) {
        return suggestions.stream()
                .map(suggestion -> "\n  - " + suggestion.text())
                .collect(Collectors.joining("", suggestions.isEmpty() ? "" : "; what could be done:", ""));
    }

    /**
     * What could be done instead; for the question of each there is a plan.
     *
     * @return the suggestions, those that change the least first
     */
    public List<Suggestion> suggestions() {
        return suggestions;
    }
}
