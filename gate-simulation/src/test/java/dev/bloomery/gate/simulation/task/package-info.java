/** What happens in a scenario: lookups, writes, rebuilds, and what others do to the store. */
@NullMarked
package dev.bloomery.gate.simulation.task;

import org.jspecify.annotations.NullMarked;
