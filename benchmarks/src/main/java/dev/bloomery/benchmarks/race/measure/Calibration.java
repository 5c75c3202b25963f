package dev.bloomery.benchmarks.race.measure;

/**
 * How a contestant must be set to deliver an FPP, and what it delivered when set as documented.
 *
 * @param setting of its knob
 * @param configuredFpp the FPP that it delivered as documented
 * @param configuredBitsPerKey the bits a key that it took for that
 */
public record Calibration(double setting, double configuredFpp, double configuredBitsPerKey) {}
