/** Tests of the protocol of a gate in every order of its steps, and broken protocols that they must catch. */
@NullMarked
package dev.bloomery.gate.simulation;

import org.jspecify.annotations.NullMarked;
