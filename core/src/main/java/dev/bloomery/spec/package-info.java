/**
 * Plans of filters: values that can be printed, parsed, compared and shipped, and the sizes that follow from them.
 *
 * <p>Every kind has one: {@link dev.bloomery.spec.FilterSpec} is the type above them. {@link dev.bloomery.spec.SeededSpec} adds the secret seed.
 * Uses geometry and hashes; no filter.
 */
@NullMarked
package dev.bloomery.spec;

import org.jspecify.annotations.NullMarked;
