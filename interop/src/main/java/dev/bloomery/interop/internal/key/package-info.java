/**
 * Keys as the bytes that other systems make of them.
 */
@NullMarked
package dev.bloomery.interop.internal.key;

import org.jspecify.annotations.NullMarked;
