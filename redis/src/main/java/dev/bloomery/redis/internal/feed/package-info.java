/**
 * What a feed over Redis is made of, beside the log: how keys are written into entries, what becomes of them,
 * and a store that announces what it inserts.
 */
@NullMarked
package dev.bloomery.redis.internal.feed;

import org.jspecify.annotations.NullMarked;
