/**
 * Filters of other systems: read, asked, extended and written back bit for bit, and the way from them to
 * filters of this library.
 *
 * <p>Start at {@link dev.bloomery.interop.guava.GuavaFilters}, {@link
 * dev.bloomery.interop.parquet.ParquetFilters}, {@link dev.bloomery.interop.redis.RedisBloomFilters}, {@link
 * dev.bloomery.interop.spark.SparkFilters} or {@link dev.bloomery.interop.bitcoin.Bip37Filter}, and at {@link
 * dev.bloomery.interop.BridgedFilter}.
 */
module dev.bloomery.interop {
    requires com.dynatrace.hash4j;
    requires static com.google.common; // for a Funnel of one's own
    requires transitive dev.bloomery.core;
    requires static transitive org.jspecify;

    exports dev.bloomery.interop;
    exports dev.bloomery.interop.bitcoin;
    exports dev.bloomery.interop.guava;
    exports dev.bloomery.interop.parquet;
    exports dev.bloomery.interop.redis;
    exports dev.bloomery.interop.spark;
}
