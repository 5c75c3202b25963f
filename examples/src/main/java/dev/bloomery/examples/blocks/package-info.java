/** A large file of records in no order, with a small filter for each of its blocks: a lookup reads the blocks that may have the key. */
@NullMarked
package dev.bloomery.examples.blocks;

import org.jspecify.annotations.NullMarked;
