/**
 * A small filter for each of very many owners: {@link dev.bloomery.family.FilterFamily}.
 *
 * <p>The engine behind it is in {@code internal.family}.
 */
@NullMarked
package dev.bloomery.family;

import org.jspecify.annotations.NullMarked;
