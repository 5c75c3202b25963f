/** The keys that are added and asked for, the same ones for every contestant. */
package dev.bloomery.benchmarks.keys;
