/** What one process measures, as values: operations, threads, keys, and for how long. */
package dev.bloomery.benchmarks.race.task;
