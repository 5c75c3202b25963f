/** What plays a scenario step by step: scheduler, judge, and models of the filter, the store and the feed. */
@NullMarked
package dev.bloomery.gate.simulation.engine;

import org.jspecify.annotations.NullMarked;
