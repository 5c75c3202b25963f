package dev.bloomery.jdbc;

import java.util.List;

/** Why a column cannot hold the keys of a gate, and what to do. Users see it as the {@code IllegalArgumentException} that it is. */
final class UnfitColumn extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnfitColumn(KeyColumn<?> key, String reason) {
        this(key + " cannot hold the keys of a gate: " + reason);
    }

    private UnfitColumn(String message) {
        super(message);
    }

    UnfitColumn withAdvice(String advice) {
        return new UnfitColumn(getMessage() + "; " + advice);
    }

    static UnfitColumn notFound(KeyColumn<?> key, List<String> others) {
        String advice = others.isEmpty()
                ? "create it first; the gate makes no tables"
                : "names are taken as they are, in upper and lower case: there is " + String.join(", ", others);
        return new UnfitColumn("there is no column " + key + ", or this user may not see it; " + advice);
    }
}
