/** All names with a prefix on all servers: what the servers are, whether they have everything, and what is there. */
@NullMarked
package dev.bloomery.redis.internal.scan;

import org.jspecify.annotations.NullMarked;
