/**
 * What filters tell of themselves: keys, bits, memory, the FPP, and how an answer came about.
 *
 * <p>Values only. Uses specs; no filter.
 */
@NullMarked
package dev.bloomery.info;

import org.jspecify.annotations.NullMarked;
