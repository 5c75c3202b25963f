package dev.bloomery.cli.lines;

import java.io.IOException;

/** An input that was opened and could not be read to its end; its message names the input, its cause says why. */
public final class InputFailure extends IOException {
    private static final long serialVersionUID = 1;

    InputFailure(String input, IOException cause) {
        super(input, cause);
    }
}
