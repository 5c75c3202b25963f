/** Measures the floor: what reads of memory and the hash take without any filter. */
package dev.bloomery.benchmarks.race.floor;
