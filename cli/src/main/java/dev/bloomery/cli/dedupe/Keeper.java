package dev.bloomery.cli.dedupe;

import java.io.IOException;

/** Makes what was seen last, together with the lines that were printed for it. */
@FunctionalInterface
interface Keeper {

    /** Puts both where they outlive the process. */
    void keep() throws IOException;
}
