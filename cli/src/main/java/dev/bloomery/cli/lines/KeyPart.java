package dev.bloomery.cli.lines;

/** Which part of a line is its key. */
public sealed interface KeyPart {

    /** The key of the line {@code bytes[start .. end)}: where it starts in the upper half, where it ends in the lower one. */
    long of(byte[] bytes, int start, int end);

    /** Start and end in one long. */
    static long span(int start, int end) {
        return ((long) start << 32) | end;
    }

    static int start(long span) {
        return (int) (span >>> 32);
    }

    static int end(long span) {
        return (int) span;
    }

    /** The whole line. */
    record Line() implements KeyPart {
        @Override
        public long of(byte[] bytes, int start, int end) {
            return span(start, end);
        }
    }

    /**
     * A field between delimiters. A line that has not so many fields has the empty key.
     *
     * @param number from 1
     * @param delimiter one byte
     */
    record Field(int number, byte delimiter) implements KeyPart {
        public Field {
            if (number < 1) {
                throw new IllegalArgumentException("--key is " + number + "; the first field is 1");
            }
        }

        @Override
        public long of(byte[] bytes, int start, int end) {
            int from = start;
            for (int field = 1; field < number; field++) {
                from = delimiterAfter(bytes, from, end) + 1;
                if (from > end) {
                    return span(end, end);
                }
            }
            return span(from, delimiterAfter(bytes, from, end));
        }

        private int delimiterAfter(byte[] bytes, int from, int end) {
            int at = from;
            while (at < end && bytes[at] != delimiter) {
                at++;
            }
            return at;
        }
    }

    /**
     * Bytes by their place in the line; those behind its end are not there.
     *
     * @param first from 1
     * @param last with this one
     */
    record Bytes(int first, int last) implements KeyPart {
        public Bytes {
            if (first < 1 || last < first) {
                throw new IllegalArgumentException(
                        "--key-bytes is " + first + "-" + last + "; write 1-8 for the first eight bytes");
            }
        }

        @Override
        public long of(byte[] bytes, int start, int end) {
            int length = end - start;
            return span(start + Math.min(first - 1, length), start + Math.min(last, length));
        }
    }
}
