package dev.bloomery.interop.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.interop.BridgedFilter;
import dev.bloomery.interop.guava.GuavaFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaFunnels;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.interop.parquet.ParquetColumn;
import dev.bloomery.interop.parquet.ParquetFile;
import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.parquet.SampleFiles;
import dev.bloomery.interop.redis.BloomChunk;
import dev.bloomery.interop.redis.RedisBloomFilter;
import dev.bloomery.interop.redis.RedisBloomFilters;
import dev.bloomery.interop.spark.SparkFilter;
import dev.bloomery.interop.spark.SparkFilters;
import dev.bloomery.interop.spark.SparkKeys;
import dev.bloomery.interop.spark.SparkVersion;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;

/** The samples of the pages in docs, run; {@link DocumentedSamplesTest} compares the pages with this file. */
class SamplesTest {
    @TempDir
    Path directory;

    record Person(long id, String name) {}

    @Test
    void guava_inGuava() throws IOException {
        Path file = directory.resolve("seen.bin");
        guavaWrites(file);
        guavaReads(file);
    }

    @SuppressWarnings("CheckReturnValue") // as Guava's own users do
    private static void guavaWrites(Path file) throws IOException {
        com.google.common.hash.BloomFilter<CharSequence> seen =
                com.google.common.hash.BloomFilter.create(Funnels.stringFunnel(UTF_8), 1_000_000, 0.01);
        seen.put("https://example.org/");
        try (OutputStream out = Files.newOutputStream(file)) {
            seen.writeTo(out);
        }
    }

    private static void guavaReads(Path file) throws IOException {
        GuavaFilter<String> seen = GuavaFilters.read(file, GuavaKeys.strings(UTF_8));
        boolean maybe = seen.mightContain("https://example.org/");
        boolean added = seen.add("https://example.org/new");
        try (OutputStream out = Files.newOutputStream(file)) {
            seen.writeTo(out); // the bytes that Guava would write
        }
        assertThat(maybe && added).isTrue();
    }

    @Test
    void guava_newFilter() {
        BloomFilter<String> seen = Filters.bloom(KeyEncoder.utf8())
                .capacity(1_000_000)
                .targetFpp(0.01)
                .build();
        boolean isNew = seen.add("https://example.org/");
        boolean maybe = seen.mightContain("https://example.org/");
        assertThat(isNew && maybe).isTrue();
    }

    @Test
    @SuppressWarnings("CheckReturnValue") // a sink returns itself
    void guava_funnel() throws IOException {
        Funnel<Person> people = (person, sink) -> sink.putLong(person.id()).putString(person.name(), UTF_8);
        KeyEncoder<Person> keys = GuavaFunnels.encoder(people);

        GuavaFilter<Person> old = GuavaFilters.create(keys, 1_000, 0.01); // or read
        BloomFilter<Person> fresh =
                Filters.bloom(keys).capacity(1_000).targetFpp(0.01).build();
        Person anna = new Person(7, "anna");
        assertThat(old.add(anna) && old.mightContain(anna)).isTrue();
        assertThat(fresh.add(anna) && fresh.mightContain(anna)).isTrue();
    }

    @Test
    void bridge() throws IOException {
        Path file = directory.resolve("seen.bin");
        guavaWrites(file);
        GuavaFilter<String> old = GuavaFilters.read(file, GuavaKeys.strings(UTF_8));
        BloomFilter<String> fresh = Filters.bloom(KeyEncoder.utf8())
                .capacity(1_000_000)
                .targetFpp(0.005)
                .build();

        BridgedFilter<String> seen = BridgedFilter.of(fresh, old);
        boolean isNew = seen.add("https://example.org/new"); // goes to the new filter
        boolean maybe = seen.mightContain("https://example.org/"); // is found in the old one
        double fpp = seen.expectedFpp(); // at most the sum of both

        seen.dropOld(); // when the keys of the old one do not matter any more
        assertThat(isNew && maybe && fpp < 0.01).isTrue();
    }

    private record Redisson<K>(Set<K> keys) {
        boolean contains(K key) {
            return keys.contains(key);
        }
    }

    @Test
    void bridge_redisson() {
        Redisson<String> redisson = new Redisson<>(Set.of("anna"));
        BloomFilter<String> fresh = Filters.bloom(KeyEncoder.utf8())
                .capacity(1_000)
                .targetFpp(0.005)
                .build();

        BridgedFilter<String> seen = BridgedFilter.of(fresh, redisson::contains, 0.01);

        assertThat(seen.mightContain("anna") && !seen.mightContain("bert")).isTrue();
        assertThat(seen.expectedFpp()).isEqualTo(0.01);
    }

    /** A server without a server. */
    private static final class FakeJedis extends UnifiedJedis {
        private final List<BloomChunk> chunks = new ArrayList<>();

        FakeJedis() {
            super(null, null, (RedisProtocol) null, null);
        }

        @Override
        public void close() {
            chunks.clear();
        }

        @Override
        public String bfLoadChunk(String key, long iterator, byte[] data) {
            chunks.add(new BloomChunk(iterator, data));
            return "OK";
        }

        @Override
        public Map.Entry<Long, byte[]> bfScanDump(String key, long iterator) {
            long before = 0;
            for (BloomChunk chunk : chunks) {
                if (before == iterator) {
                    return Map.entry(chunk.iterator(), chunk.data());
                }
                before = chunk.iterator();
            }
            return Map.entry(0L, new byte[0]);
        }
    }

    @Test
    void redis_bothWays() throws IOException {
        try (FakeJedis jedis = new FakeJedis()) {
            RedisBloomFilter<String> built = RedisBloomFilters.reserve(KeyEncoder.utf8(), 1_000_000, 0.01, 2);
            built.addAll(List.of("anna", "bert"));
            for (BloomChunk chunk : built.chunks()) {
                jedis.bfLoadChunk("seen", chunk.iterator(), chunk.data());
            }

            List<BloomChunk> chunks = new ArrayList<>();
            long iterator = 0;
            do {
                Map.Entry<Long, byte[]> answer = jedis.bfScanDump("seen", iterator);
                iterator = answer.getKey();
                chunks.add(new BloomChunk(iterator, answer.getValue()));
            } while (iterator != 0);
            RedisBloomFilter<String> replica = RedisBloomFilters.read(chunks, KeyEncoder.utf8());
            assertThat(replica.mightContain("anna")).isTrue();
            assertThat(replica.toBytes()).isEqualTo(built.toBytes());
        }
    }

    @Test
    void spark_bothWays() throws IOException {
        Path file = directory.resolve("customers.bin");
        SparkFilter<Long> made = SparkFilters.create(SparkVersion.V2, SparkKeys.longs(), 1_000, 0.01);
        made.add(4711L);
        Files.write(file, made.toBytes());

        SparkFilter<Long> customers = SparkFilters.read(file, SparkKeys.longs());
        boolean maybe = customers.mightContain(4711L);
        assertThat(maybe).isTrue();
    }

    @Test
    void parquet_whatIsInThisFile() throws IOException {
        Path path = directory.resolve("users.parquet");
        Files.write(path, SampleFiles.small());

        ParquetFile file = ParquetFile.open(path);
        ParquetColumn<String> names = file.column("user.name", ParquetKeys.strings());
        List<Integer> rowGroups = names.rowGroups("anna"); // the others need not be read
        assertThat(rowGroups).containsExactly(0); // has no filter of this column
    }
}
