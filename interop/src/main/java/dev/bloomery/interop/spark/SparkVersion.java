package dev.bloomery.interop.spark;

/** The two versions of Spark's filters. */
public enum SparkVersion {
    /**
     * Of Spark before 4.1. Its positions have 31 bits: above 2^31 bits a part of the filter is never used.
     */
    V1(1),

    /** Of Spark 4.1 and later, with a seed. */
    V2(2);

    private final int number;

    SparkVersion(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
