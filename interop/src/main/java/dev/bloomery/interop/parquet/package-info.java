/**
 * Split block filters, and those in a Parquet file.
 */
@NullMarked
package dev.bloomery.interop.parquet;

import org.jspecify.annotations.NullMarked;
