/** Contestants whose libraries are too large for every build: the profile {@code peers} adds them. */
package dev.bloomery.benchmarks.contestant.large;
