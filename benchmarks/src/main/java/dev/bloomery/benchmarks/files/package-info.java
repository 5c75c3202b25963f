/** How fast filters are saved, loaded, mapped, and kept durable. */
package dev.bloomery.benchmarks.files;
