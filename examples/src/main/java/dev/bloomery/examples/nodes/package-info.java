/** A router finds the node that has a key by filters that the nodes publish of their keys. */
@NullMarked
package dev.bloomery.examples.nodes;

import org.jspecify.annotations.NullMarked;
