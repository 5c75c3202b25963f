/** The locks by which the gates over one prefix know of each other. */
@NullMarked
package dev.bloomery.redis.internal.locks;

import org.jspecify.annotations.NullMarked;
