/** The servers of a client of Jedis, 6.0 to 8.0. */
@NullMarked
package dev.bloomery.redis.internal.jedis;

import org.jspecify.annotations.NullMarked;
