/** The servers of a client of Lettuce, 6.6 to 7.7. */
@NullMarked
package dev.bloomery.redis.internal.lettuce;

import org.jspecify.annotations.NullMarked;
