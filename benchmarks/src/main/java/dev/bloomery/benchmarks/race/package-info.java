/**
 * The measuring side: a plan is a list of tasks, a task is one contestant at one point, and each task runs in a process of its
 * own, so that no contestant sees the profile, the garbage or the classes of another.
 */
package dev.bloomery.benchmarks.race;
