/** Our own filters as contestants. */
package dev.bloomery.benchmarks.contestant.bloomery;
