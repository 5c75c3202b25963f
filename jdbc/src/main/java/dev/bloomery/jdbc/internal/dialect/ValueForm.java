package dev.bloomery.jdbc.internal.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a column keeps values: what is bound to statements, what is read, and which value that is. */
enum ValueForm {
    /** Strings as text. */
    TEXT {
        @Override
        void bind(PreparedStatement statement, int index, Object value) throws SQLException {
            statement.setString(index, (String) value);
        }

        @Override
        Object stored(ResultSet row, int index) throws SQLException {
            return row.getString(index);
        }

        @Override
        Object value(Object stored) {
            return stored;
        }
    },

    /** Strings as the bytes of their UTF-8. Other bytes are no key. */
    TEXT_BYTES {
        @Override
        void bind(PreparedStatement statement, int index, Object value) throws SQLException {
            statement.setBytes(
                    index, value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value);
        }

        @Override
        Object stored(ResultSet row, int index) throws SQLException {
            return row.getBytes(index);
        }

        @Override
        @Nullable
        Object value(Object stored) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap((byte[]) stored))
                        .toString();
            } catch (CharacterCodingException otherBytes) {
                return null;
            }
        }
    },

    /** Whole numbers. */
    NUMBER {
        @Override
        void bind(PreparedStatement statement, int index, Object value) throws SQLException {
            statement.setLong(index, (Long) value);
        }

        @Override
        Object stored(ResultSet row, int index) throws SQLException {
            return row.getLong(index);
        }

        @Override
        Object value(Object stored) {
            return stored;
        }
    },

    /** UUIDs as their text, or in a type of their own that is written and read as text. */
    UUID_TEXT {
        @Override
        void bind(PreparedStatement statement, int index, Object value) throws SQLException {
            statement.setString(index, value.toString());
        }

        @Override
        Object stored(ResultSet row, int index) throws SQLException {
            return row.getString(index);
        }

        @Override
        @Nullable
        Object value(Object stored) {
            return UuidText.parse((String) stored);
        }
    },

    /** UUIDs as 16 bytes, the most significant first, as {@code UUID_TO_BIN(uuid)} of MySQL makes them. */
    UUID_BYTES {
        @Override
        void bind(PreparedStatement statement, int index, Object value) throws SQLException {
            statement.setBytes(
                    index,
                    value instanceof UUID uuid
                            ? ByteBuffer.allocate(2 * Long.BYTES)
                                    .putLong(uuid.getMostSignificantBits())
                                    .putLong(uuid.getLeastSignificantBits())
                                    .array()
                            : (byte[]) value);
        }

        @Override
        Object stored(ResultSet row, int index) throws SQLException {
            return row.getBytes(index);
        }

        @Override
        @Nullable
        Object value(Object stored) {
            ByteBuffer bytes = ByteBuffer.wrap((byte[]) stored);
            return bytes.remaining() == 2 * Long.BYTES ? new UUID(bytes.getLong(), bytes.getLong()) : null;
        }
    };

    /** Binds a value, or what was read of the column. */
    abstract void bind(PreparedStatement statement, int index, Object value) throws SQLException;

    /** What the column holds; can be bound again. */
    abstract Object stored(ResultSet row, int index) throws SQLException;

    /** The value of what the column holds, or null if that is no key. */
    @Nullable
    abstract Object value(Object stored);
}
