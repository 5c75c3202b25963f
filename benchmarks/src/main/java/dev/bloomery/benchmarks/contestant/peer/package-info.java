/** Filters of other libraries as contestants, and sets of the JDK. */
package dev.bloomery.benchmarks.contestant.peer;
