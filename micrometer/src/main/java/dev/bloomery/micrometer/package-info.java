/**
 * Meters over what filters and gates count anyway. {@link dev.bloomery.micrometer.GateMeters} are those of a gate, {@link
 * dev.bloomery.micrometer.FilterMeters} those of a filter, a durable filter or a family. Nothing here is on the way of a lookup.
 */
@NullMarked
package dev.bloomery.micrometer;

import org.jspecify.annotations.NullMarked;
