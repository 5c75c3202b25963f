package dev.bloomery.jdbc.internal.dialect;

import java.util.List;

/** A check of a column failed: it cannot hold the keys of a gate, or does not exist. The message says why, and what to do. */
public final class UnfitColumn extends Exception {
    private static final long serialVersionUID = 1;
    private static final int MOST_NAMED = 5;

    private final String explanation;

    public UnfitColumn(ColumnPlace key, String reason) {
        this(key + " cannot hold the keys of a gate: " + reason);
    }

    private UnfitColumn(String explanation) {
        super(explanation);
        this.explanation = explanation;
    }

    /** Why, and what to do. */
    public String explanation() {
        return explanation;
    }

    public UnfitColumn withAdvice(String advice) {
        return new UnfitColumn(explanation + "; " + advice);
    }

    /**
     * The table does not exist.
     *
     * @param similar tables whose names differ by upper and lower case or by their schema, as {@link #quoted}
     *     makes them
     */
    public static UnfitColumn noTable(ColumnPlace key, List<String> similar) {
        String schema = key.schema();
        String name = schema == null ? quoted(key.table()) : quoted(schema, key.table());
        return notFound("table " + name, "a table ", similar);
    }

    /**
     * The table has no such column.
     *
     * @param similar columns of the table whose names differ by upper and lower case, quoted
     */
    public static UnfitColumn noColumn(ColumnPlace key, List<String> similar) {
        return notFound("column " + quoted(key.column()) + " in table " + quoted(key.table()), "a column ", similar);
    }

    private static UnfitColumn notFound(String what, String kind, List<String> similar) {
        String advice = similar.isEmpty()
                ? "create it first, the gate makes no tables"
                : "but there is " + kind + some(similar)
                        + ": write it exactly so, names are taken as they are, in upper and lower case, and a schema is given by"
                        + " inSchema(...)";
        return new UnfitColumn("there is no " + what + ", or this user may not see it; " + advice);
    }

    private static String some(List<String> similar) {
        String first = String.join(", or ", similar.subList(0, Math.min(similar.size(), MOST_NAMED)));
        return similar.size() > MOST_NAMED ? first + ", and " + (similar.size() - MOST_NAMED) + " more" : first;
    }

    /** Names as they are shown to a person. */
    public static String quoted(String... names) {
        return "\"" + String.join("\".\"", names) + "\"";
    }
}
