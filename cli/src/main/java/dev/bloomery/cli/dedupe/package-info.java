/** Prints each line the first time it is seen: what was seen is held in memory or in a directory, and verified in a store if asked. */
@NullMarked
package dev.bloomery.cli.dedupe;

import org.jspecify.annotations.NullMarked;
