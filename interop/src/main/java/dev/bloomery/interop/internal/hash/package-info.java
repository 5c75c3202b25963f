/**
 * Hashes of other systems that hash4j does not have.
 */
@NullMarked
package dev.bloomery.interop.internal.hash;

import org.jspecify.annotations.NullMarked;
