/** A wallet gives a node a filter of its addresses and gets the transactions that match; what that tells the node is a matter of the FPP. */
@NullMarked
package dev.bloomery.examples.wallet;

import org.jspecify.annotations.NullMarked;
