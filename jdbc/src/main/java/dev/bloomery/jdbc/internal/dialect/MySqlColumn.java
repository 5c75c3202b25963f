package dev.bloomery.jdbc.internal.dialect;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of MySQL or MariaDB, as {@code information_schema.COLUMNS} describes it.
 *
 * @param table its table with the database, quoted
 * @param name its name, quoted
 * @param dataType the type alone: {@code varchar}
 * @param columnType the type with all that belongs to it: {@code bigint(20) unsigned}
 * @param length the most characters, or bytes if it holds bytes; 0 if it has no length
 * @param characterSet of text; otherwise null
 * @param collation of text; otherwise null
 * @param isNullable whether it may be null
 * @param defaultSql the default as SQL; null: none
 * @param extra what else belongs to its definition, in lower case: {@code auto_increment}
 * @param isGenerated whether it is computed from other columns
 * @param comment may be empty
 */
record MySqlColumn(
        String table,
        String name,
        String dataType,
        String columnType,
        long length,
        @Nullable String characterSet,
        @Nullable String collation,
        boolean isNullable,
        @Nullable String defaultSql,
        String extra,
        boolean isGenerated,
        String comment) {

    boolean isUnsigned() {
        return columnType.toLowerCase(Locale.ROOT).contains("unsigned");
    }

    /** A statement that gives the column another type, and leaves all else as it is. */
    String changedTo(String type) {
        StringBuilder sql = new StringBuilder("ALTER TABLE ")
                .append(table)
                .append(" MODIFY ")
                .append(name)
                .append(' ')
                .append(type)
                .append(isNullable ? " NULL" : " NOT NULL");
        if (defaultSql != null) {
            sql.append(" DEFAULT ").append(defaultSql);
        }
        if (extra.contains("auto_increment")) {
            sql.append(" AUTO_INCREMENT");
        }
        if (extra.contains("invisible")) {
            sql.append(" INVISIBLE");
        }
        if (!comment.isEmpty()) {
            sql.append(" COMMENT ").append(literal(comment));
        }
        return sql.toString();
    }

    /** A statement that makes the column unique. */
    String madeUnique() {
        return "ALTER TABLE " + table + " ADD UNIQUE INDEX (" + name + ")";
    }

    /** Text as SQL, in every mode of the server but for backslashes, which are doubled as they are by default. */
    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }
}
