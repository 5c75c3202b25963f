/** What a gate costs beside its filter. */
package dev.bloomery.benchmarks.gate;
