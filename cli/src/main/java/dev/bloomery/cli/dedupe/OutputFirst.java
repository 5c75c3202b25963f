package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.lines.LineOutput;
import java.io.IOException;

/**
 * The lines first, then the memory of them. Whenever the process dies, each line that is remembered was printed; a line that was printed and is not
 * remembered is printed again by the next run.
 */
record OutputFirst(LineOutput out, Seen seen) implements Keeper {

    @Override
    public void keep() throws IOException {
        out.sync();
        seen.keep();
    }
}
