package dev.bloomery.cli.lines;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How input is split into lines, and which part of a line is its key. */
public final class LineOptions {
    @Option(
            names = {"-0", "--null"},
            description = "Lines end with a zero byte, as 'find -print0' writes them, instead of LF or CRLF.")
    private boolean nul;

    @Option(
            names = "--key",
            paramLabel = "FIELD",
            description = "The key is this field of a line, from 1; else it is the whole line.")
    private @Nullable Integer field;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "What stands between the fields for --key: one byte, or \\t. Default: a tab.")
    private @Nullable String delimiter;

    @Option(
            names = "--key-bytes",
            paramLabel = "FROM-TO",
            converter = BytesConverter.class,
            description = "The key is these bytes of a line: 1-8 are the first eight.")
    private KeyPart.@Nullable Bytes keyBytes;

    public LineEnd lineEnd() {
        return nul ? LineEnd.NUL : LineEnd.LF;
    }

    public KeyPart keyPart() {
        if (field != null && keyBytes != null) {
            throw new IllegalArgumentException("--key and --key-bytes were both given; use one of them");
        }
        if (delimiter != null && field == null) {
            throw new IllegalArgumentException(
                    "--delimiter is for --key; say which field is the key, --key 1 for the first");
        }
        if (keyBytes != null) {
            return keyBytes;
        }
        return field == null ? new KeyPart.Line() : new KeyPart.Field(field, delimiterByte());
    }

    private byte delimiterByte() {
        if (delimiter == null || delimiter.equals("\\t")) {
            return '\t';
        }
        byte[] bytes = delimiter.getBytes(StandardCharsets.UTF_8);
        if (bytes.length != 1) {
            throw new IllegalArgumentException(
                    "--delimiter is '" + delimiter + "'; use one byte: a comma, say, or \\t");
        }
        return bytes[0];
    }

    /** Reads {@code 1-8}. */
    static final class BytesConverter implements ITypeConverter<KeyPart.Bytes> {
        @Override
        public KeyPart.Bytes convert(String text) {
            int dash = text.indexOf('-');
            try {
                return new KeyPart.Bytes(
                        Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
            } catch (NumberFormatException | IndexOutOfBoundsException wrong) {
                throw new TypeConversionException("'" + text + "' is no range of bytes; write 1-8 for the first eight");
            } catch (IllegalArgumentException wrong) {
                throw new TypeConversionException(wrong.getMessage());
            }
        }
    }
}
