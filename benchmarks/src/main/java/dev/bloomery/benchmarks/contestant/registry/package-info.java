/** All contestants of this build, by name. */
package dev.bloomery.benchmarks.contestant.registry;
