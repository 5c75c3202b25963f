/** The Redis of the examples. */
@NullMarked
package dev.bloomery.examples.redis;

import org.jspecify.annotations.NullMarked;
