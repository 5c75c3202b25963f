/** The measurements themselves, in a process with one contestant: calibration, checks, and the benchmarks that JMH runs. */
package dev.bloomery.benchmarks.race.measure;
