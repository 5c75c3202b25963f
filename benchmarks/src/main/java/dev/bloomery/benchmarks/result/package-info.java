/** What a measurement leaves, and the names in it. */
package dev.bloomery.benchmarks.result;
