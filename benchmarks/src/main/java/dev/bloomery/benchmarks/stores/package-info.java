/** What a gate saves in front of real stores, and what it costs. */
package dev.bloomery.benchmarks.stores;
