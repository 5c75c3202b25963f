/**
 * Filters of Spark.
 */
@NullMarked
package dev.bloomery.interop.spark;

import org.jspecify.annotations.NullMarked;
