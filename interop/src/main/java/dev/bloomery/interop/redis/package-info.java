/**
 * Filters of RedisBloom, as BF.SCANDUMP gives them and BF.LOADCHUNK takes them.
 */
@NullMarked
package dev.bloomery.interop.redis;

import org.jspecify.annotations.NullMarked;
