package dev.bloomery.jdbc.internal.dialect;

/** What a key column must be able to tell apart. */
public enum ColumnKind {
    /** Strings. */
    TEXT("text"),
    /** Whole numbers. */
    INT64("int8"),
    /** UUIDs. */
    UUID("uuid");

    private final String postgresName;

    ColumnKind(String postgresName) {
        this.postgresName = postgresName;
    }

    /** What PostgreSQL calls it in an array. */
    public String postgresName() {
        return postgresName;
    }
}
