/** One program for each use of the library; start any of them by its {@code main}. */
@NullMarked
package dev.bloomery.examples;

import org.jspecify.annotations.NullMarked;
