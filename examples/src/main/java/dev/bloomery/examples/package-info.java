/** One program for each use of the library, larger ones in a package of their own; {@code examples/run} starts them by name. */
@NullMarked
package dev.bloomery.examples;

import org.jspecify.annotations.NullMarked;
