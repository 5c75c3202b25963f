package dev.bloomery.benchmarks.contestant;

import dev.bloomery.benchmarks.result.Names;
import java.util.List;

/** Contestants whose libraries are too large for every build: a service that a build with the profile "peers" has. */
public interface Peers {
    /** Their names, whether they are there or not. */
    List<String> NAMES = List.of(Names.SPARK, "cassandra", "parquet");

    /** All of them. */
    List<Contestant> contestants();
}
