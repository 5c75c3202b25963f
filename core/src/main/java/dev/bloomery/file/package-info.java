/**
 * Filters as files: what can be wrong with one, and how far a long piece of work has come.
 *
 * <p>Uses nothing of the other packages. The format itself is in {@code docs/format.md}.
 */
@NullMarked
package dev.bloomery.file;

import org.jspecify.annotations.NullMarked;
