/**
 * What the kinds of filters have in common behind their API: what a snapshot keeps of each, how that is opened and mapped, how full a table is.
 *
 * <p>Uses tables, specs and files; no filter.
 */
@NullMarked
package dev.bloomery.internal.kind;

import org.jspecify.annotations.NullMarked;
