/** The bits of a blocked Bloom filter that are kept elsewhere as well, for the module {@code dev.bloomery.redis}. */
@NullMarked
package dev.bloomery.internal.replica;

import org.jspecify.annotations.NullMarked;
