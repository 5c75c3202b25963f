/** Packets from addresses and networks of a block list are dropped; a filter lets nearly all others pass by itself. */
@NullMarked
package dev.bloomery.examples.blocklist;

import org.jspecify.annotations.NullMarked;
