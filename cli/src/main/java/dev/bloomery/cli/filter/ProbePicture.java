package dev.bloomery.cli.filter;

import dev.bloomery.info.Explanation;
import java.util.Arrays;

/** The bits that a key looks at, drawn where they lie: in its block, or along the whole filter. */
public final class ProbePicture {
    private static final int COLUMNS = 64;
    private static final int MOST_ROWS = 8;

    private ProbePicture() {}

    /** Draws it. */
    public static String draw(Explanation explanation) {
        long bits = explanation.regionBits();
        long bitsOfCharacter = Math.max(1, (bits + COLUMNS * MOST_ROWS - 1) / (COLUMNS * MOST_ROWS));
        int characters = (int) ((bits + bitsOfCharacter - 1) / bitsOfCharacter);
        char[] cells = new char[characters];
        Arrays.fill(cells, '.');
        for (Explanation.Probe probe : explanation.probes()) {
            int cell = (int) ((probe.position() - explanation.regionStart()) / bitsOfCharacter);
            if (cells[cell] != '0') {
                cells[cell] = probe.set() ? '1' : '0'; // a clear bit is what decides
            }
        }
        StringBuilder picture = new StringBuilder(
                bitsOfCharacter == 1
                        ? "1 set, 0 clear, . not looked at; a character is a bit"
                        : "1 set, 0 clear, . not looked at; a character is " + bitsOfCharacter + " bits");
        for (int at = 0; at < characters; at += COLUMNS) {
            picture.append("\n  |")
                    .append(cells, at, Math.min(COLUMNS, characters - at))
                    .append('|');
        }
        return picture.toString();
    }
}
