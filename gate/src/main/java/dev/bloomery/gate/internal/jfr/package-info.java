/**
 * What a gate tells the flight recorder of the JVM: never a key, and of an exception its class alone, because a store may put a key into a
 * message. The module {@code jdk.jfr} may be missing; then nothing is told.
 */
@NullMarked
package dev.bloomery.gate.internal.jfr;

import org.jspecify.annotations.NullMarked;
