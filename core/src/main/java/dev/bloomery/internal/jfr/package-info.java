/**
 * What core tells the flight recorder of the JVM. The module {@code jdk.jfr} may be missing; then nothing is told.
 */
@NullMarked
package dev.bloomery.internal.jfr;

import org.jspecify.annotations.NullMarked;
