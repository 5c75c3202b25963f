package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.lines.KeyBatch;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The keys that were seen. Not safe for threads. */
interface Seen extends Closeable {

    /** The hash of a key. */
    long hash(ByteBuffer key);

    /** Answers for each key of the batch whether it is seen for the first time, and remembers it from then on. */
    void test(KeyBatch keys, boolean[] isNew) throws IOException;

    /** Makes what was tested so far outlive this process. The lines must have been written before: what is kept here is never printed again. */
    void keep() throws IOException;

    /** Keys that were tested and would be lost with this process. */
    int unkept();

    /** The probability that a new line is taken for one that was seen. */
    double fpp();

    /** The FPP that was asked for. */
    double targetFpp();

    /** Memory of the filter. */
    long memoryBytes();
}
