package dev.bloomery.cli.lines;

/** What ends a line. */
public enum LineEnd {
    /** A line feed; a carriage return just before it belongs to the end as well. */
    LF((byte) '\n'),
    /** A zero byte, as {@code find -print0} writes it. */
    NUL((byte) 0);

    private final byte lastByte;

    LineEnd(byte lastByte) {
        this.lastByte = lastByte;
    }

    /** The byte that a line is known by to have ended. */
    public byte lastByte() {
        return lastByte;
    }
}
