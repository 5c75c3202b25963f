/**
 * How processes that write the same table of PostgreSQL hear of each other's keys: channel, announcements, listener, and the transactions that a
 * scan waits for.
 *
 * <p>Uses connections; no store.
 */
@NullMarked
package dev.bloomery.jdbc.internal.feed;

import org.jspecify.annotations.NullMarked;
