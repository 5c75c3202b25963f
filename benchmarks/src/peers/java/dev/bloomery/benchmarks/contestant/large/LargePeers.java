package dev.bloomery.benchmarks.contestant.large;

import static dev.bloomery.benchmarks.contestant.Knob.FPP;
import static dev.bloomery.benchmarks.contestant.Trait.EXCLUSIVE_QUERIES;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.Peers;
import dev.bloomery.benchmarks.result.Names;
import java.util.List;

/** The filters of Spark, Cassandra and Parquet. */
public final class LargePeers implements Peers {
    @Override
    public List<Contestant> contestants() {
        return List.of(
                Contestant.named(Names.SPARK, FPP).longs(SparkLongs::new).urls(SparkUrls::new),
                Contestant.named("cassandra", FPP).longs(CassandraLongs::new).urls(CassandraUrls::new),
                Contestant.named("parquet", FPP)
                        .longs(ParquetLongs::new)
                        .urls(ParquetUrls::new)
                        .with(EXCLUSIVE_QUERIES));
    }
}
