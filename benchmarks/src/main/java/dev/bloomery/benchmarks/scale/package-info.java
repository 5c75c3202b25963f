/** Filters of sizes that need most of a machine. */
package dev.bloomery.benchmarks.scale;
