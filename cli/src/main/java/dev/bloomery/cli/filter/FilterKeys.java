package dev.bloomery.cli.filter;

import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How the command makes bytes of a key: those of the line. A filter of the command answers a program that uses {@code KeyEncoder.utf8()}. */
public final class FilterKeys {
    /** Bytes as they are. */
    public static final KeyEncoder<ByteBuffer> ENCODER = KeyEncoder.byteBuffer();

    /** The same for filters of any encoder, whose name stays in them, because this one has none. */
    private static final KeyEncoder<ByteBuffer> ANY = KeyEncoder.trusted((key, sink) -> sink.putRawBytes(key));

    private FilterKeys() {}

    /** The encoder that a file or directory names; nothing if it does not say it. */
    public static Optional<KeyForm> formOf(Path path) throws IOException {
        Path file = Files.isDirectory(path) ? DurableDirectory.snapshot(path) : path;
        return Filters.load(ENCODER).from(file).keyForm();
    }

    /** For a command that looks at the bits of a filter and has no keys. */
    public static KeyEncoder<ByteBuffer> forBits(Path path) throws IOException {
        return formOf(path).orElse(KeyForm.BYTES).equals(KeyForm.BYTES) ? ENCODER : ANY;
    }

    /**
     * For a command that has keys.
     *
     * @param asBytes whether keys are the bytes of lines, whatever encoder the filter names
     * @throws IllegalArgumentException if the filter names an encoder whose keys are not the bytes of a line
     */
    public static KeyEncoder<ByteBuffer> forKeys(Path path, boolean asBytes) throws IOException {
        KeyForm form = formOf(path).orElse(KeyForm.BYTES);
        if (!asBytes && !form.equals(KeyForm.BYTES) && !form.equals(KeyForm.INT64)) {
            throw new IllegalArgumentException(
                    path + ": its keys were written by " + form
                            + ", so the lines may be other keys; ask it in a program with that encoder, or give --as-bytes if its keys are the bytes of lines");
        }
        return form.equals(KeyForm.BYTES) ? ENCODER : ANY;
    }
}
