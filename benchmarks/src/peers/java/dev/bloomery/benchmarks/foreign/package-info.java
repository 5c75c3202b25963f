/** Filters of other systems, read by us, beside their own libraries. */
@NullMarked
package dev.bloomery.benchmarks.foreign;

import org.jspecify.annotations.NullMarked;
