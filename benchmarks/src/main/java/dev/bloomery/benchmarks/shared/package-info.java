/** What a filter that several processes share costs, beside filters that Redis is asked for. */
package dev.bloomery.benchmarks.shared;
