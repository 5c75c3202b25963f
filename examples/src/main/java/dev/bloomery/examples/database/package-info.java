/** The database of the examples, with a pool of connections. */
@NullMarked
package dev.bloomery.examples.database;

import org.jspecify.annotations.NullMarked;
