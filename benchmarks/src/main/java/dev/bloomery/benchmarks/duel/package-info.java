/**
 * Contestants that take turns in one process: whatever slows the machine down slows all of them down, so that the ratios of a round
 * hold where times of different minutes do not. Each has classes of its own, and so a profile and compiled code of its own, as if it
 * were alone.
 */
package dev.bloomery.benchmarks.duel;
