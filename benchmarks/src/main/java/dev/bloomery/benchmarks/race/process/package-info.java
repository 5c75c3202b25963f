/** One process for each task: how it is started, what it gets, and the files that it leaves. */
package dev.bloomery.benchmarks.race.process;
