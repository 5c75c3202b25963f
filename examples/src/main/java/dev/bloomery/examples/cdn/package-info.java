/** A disk cache at the edge of a network, with two filters: one for what is on the disk, one for what was asked for lately. */
@NullMarked
package dev.bloomery.examples.cdn;

import org.jspecify.annotations.NullMarked;
