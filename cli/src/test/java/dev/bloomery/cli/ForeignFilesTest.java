package dev.bloomery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.bitcoin.Bip37Filter;
import dev.bloomery.interop.parquet.ParquetFilters;
import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.redis.RedisBloomFilters;
import dev.bloomery.interop.spark.SparkFilters;
import dev.bloomery.interop.spark.SparkKeys;
import dev.bloomery.interop.spark.SparkVersion;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on files of other systems, which they know by their bytes. */
class ForeignFilesTest {
    @TempDir
    private Path directory;

    private Path written(ForeignFilter<?> filter) throws IOException {
        Path file = directory.resolve("foreign.bin");
        Files.write(file, filter.toBytes());
        return file;
    }

    private Path keys(String... lines) throws IOException {
        return Files.writeString(directory.resolve("keys.txt"), String.join("\n", lines) + "\n");
    }

    private static String ok(Object... arguments) {
        Run run = Run.here(arguments);
        assertThat(run.code()).as(run.toString()).isZero();
        return run.text();
    }

    private void assertCounts(Path file, String expected, Object... options) throws IOException {
        List<Object> arguments =
                new java.util.ArrayList<>(List.of("check", "--count", "--json", file, directory.resolve("keys.txt")));
        arguments.addAll(List.of(options));
        assertThat(ok(arguments.toArray())).isEqualTo(expected + "\n");
    }

    private static final String TWO_OF_THREE = "{\"lines\":3,\"maybePresent\":2,\"absent\":1}";

    @Test
    void infoAndCheck_fileOfGuava_areKnownByItsBytes() throws IOException {
        BloomFilter<CharSequence> guava = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 1_000, 1e-6);
        guava.put("anna");
        guava.put("bert");
        Path file = directory.resolve("guava.bin");
        try (OutputStream out = Files.newOutputStream(file)) {
            guava.writeTo(out);
        }
        assertThat(ok("info", file)).contains("guava filter, strategy MITZ_64", "about 2 distinct keys");
        assertThat(ok("info", "--json", file)).startsWith("{\"kind\":\"guava\",");
        keys("anna", "bert", "clara");
        assertCounts(file, TWO_OF_THREE);
        assertCounts(file, TWO_OF_THREE, "--from", "guava");
        Run converted = Run.here("convert", file, "-o", directory.resolve("new.flt"), "--to", "bloom");
        assertThat(converted.code()).isEqualTo(2);
        assertThat(converted.err()).contains("'build'");
        assertThat(Files.exists(directory.resolve("new.flt"))).isFalse();
    }

    @Test
    void check_guavaOfIntegers_takesNumbers() throws IOException {
        BloomFilter<Integer> guava = BloomFilter.create(Funnels.integerFunnel(), 1_000, 1e-6);
        guava.put(1);
        guava.put(-7);
        Path file = directory.resolve("guava.bin");
        try (OutputStream out = Files.newOutputStream(file)) {
            guava.writeTo(out);
        }
        keys("1", "-7", "8");
        assertCounts(file, TWO_OF_THREE, "--keys-are", "int");
        keys("no number");
        Run wrong = Run.here("check", file, directory.resolve("keys.txt"), "--keys-are", "int");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("--keys-are").doesNotContain("no number;");
    }

    @Test
    void infoAndCheck_sparkRedisBip37_areKnownByTheirBytes() throws IOException {
        var spark = SparkFilters.create(SparkVersion.V2, SparkKeys.longs(), 1_000, 1e-6);
        spark.addAll(List.of(5L, 6L));
        Path file = written(spark);
        assertThat(ok("info", file)).contains("spark filter, V2");
        keys("5", "6", "7");
        assertCounts(file, TWO_OF_THREE, "--keys-are", "int");

        var redis = RedisBloomFilters.reserve(KeyEncoder.utf8(), 1_000, 1e-6, 2);
        redis.addAll(List.of("5", "6"));
        file = written(redis);
        assertThat(ok("info", file)).contains("redis filter, 1 filter");
        assertCounts(file, TWO_OF_THREE);
        Path commands = directory.resolve("load.resp");
        assertThat(ok("convert", file, "--load-as", "seen", "-o", commands)).contains("2 keys");
        assertThat(Files.readString(commands, StandardCharsets.ISO_8859_1))
                .startsWith("*4\r\n$12\r\nBF.LOADCHUNK\r\n$4\r\nseen\r\n$1\r\n1\r\n$73\r\n")
                .contains("BF.LOADCHUNK\r\n$4\r\nseen\r\n$4\r\n");

        Bip37Filter bitcoin = Bip37Filter.create(10, 1e-9, 1, Bip37Filter.Update.ALL);
        bitcoin.add(new byte[] {(byte) 0xAB, 1});
        file = written(bitcoin);
        assertThat(ok("info", file)).contains("bip37 filter");
        keys("ab01", "ab01", "ab02");
        assertCounts(file, TWO_OF_THREE, "--keys-are", "hex");
    }

    @Test
    void infoAndCheck_splitBlockAlone_isKnownByItsBytes() throws IOException {
        var filter = ParquetFilters.create(ParquetKeys.strings(), 1_000, 1e-6);
        filter.addAll(List.of("5", "6"));
        Path file = written(filter);
        assertThat(ok("info", file)).contains("parquet filter, split block");
        keys("5", "6", "7");
        assertCounts(file, TWO_OF_THREE);
    }

    @Test
    void info_ourOwnFileAndGarbage_areNoFilesOfOthers() throws IOException {
        Path ours = directory.resolve("ours.flt");
        keys("a", "b");
        ok("build", "-o", ours, directory.resolve("keys.txt"));
        assertThat(ok("info", ours)).contains("Bloom filter");
        Path garbage = Files.writeString(directory.resolve("garbage"), "neither this nor that");
        assertThat(Run.here("info", garbage).code()).isEqualTo(3);
        assertThat(Run.here("info", garbage, "--from", "guava").err()).contains("filter of Guava");
    }
}
