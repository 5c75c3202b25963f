/**
 * Where the bits of Bloom filters of other systems lie, and what their number tells.
 */
@NullMarked
package dev.bloomery.interop.internal.bits;

import org.jspecify.annotations.NullMarked;
