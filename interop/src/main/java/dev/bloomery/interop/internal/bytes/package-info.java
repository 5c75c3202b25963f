/**
 * Bytes that come from strangers, and bytes for them.
 */
@NullMarked
package dev.bloomery.interop.internal.bytes;

import org.jspecify.annotations.NullMarked;
