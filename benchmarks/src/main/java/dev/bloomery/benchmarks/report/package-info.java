/**
 * What a run of the benchmarks says: the figures as files, tables and plots, the goals and whether they hold, and whether one
 * commit is slower than another. Depends on nothing here but {@code result}: {@code List<Result>} comes in, text goes out.
 */
package dev.bloomery.benchmarks.report;
