/** A store of sorted files, as in an LSM tree, with a filter for each: a key is hashed once, and only files that may have it are read. */
@NullMarked
package dev.bloomery.examples.sstables;

import org.jspecify.annotations.NullMarked;
