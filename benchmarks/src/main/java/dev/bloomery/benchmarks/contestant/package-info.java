/**
 * The filters that are compared: one small adapter for each, all behind the same few interfaces, so that every one is called
 * the same way.
 *
 * <p>A measurement runs in a process in which a single contestant is loaded, so the calls through these interfaces have one
 * target and are inlined.
 */
package dev.bloomery.benchmarks.contestant;
