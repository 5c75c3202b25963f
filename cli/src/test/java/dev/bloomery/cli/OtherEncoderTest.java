package dev.bloomery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters of programs with encoders of their own: lines are not taken for their keys, and their names survive what the command does to them. */
class OtherEncoderTest {
    private static final URI KEY = URI.create("https://example.com/a");
    private static final KeyEncoder<URI> URIS = KeyEncoder.named(
            "uri/1", KeyEncoder.utf8().mapped(URI::toString), KEY, URI.create("https://example.com/b"));

    @TempDir
    private Path directory;

    private Path file;
    private Path lines;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("uris.flt");
        CountingBloomFilter<URI> filter =
                Filters.countingBloom(URIS).capacity(1_000).targetFpp(0.001).build();
        filter.add(KEY);
        filter.snapshotTo(file);
        lines = Files.writeString(directory.resolve("lines.txt"), "https://example.com/new\n");
    }

    private static Run succeed(Object... arguments) {
        Run run = Run.here(arguments);
        assertThat(run.code()).as(run.toString()).isZero();
        return run;
    }

    private static void assertRefused(Object... arguments) {
        Run run = Run.here(arguments);
        assertThat(run.code()).as(run.toString()).isEqualTo(2);
        assertThat(run.onlyErrorLine()).contains("'uri/1'", "--as-bytes");
    }

    private static boolean has(Path file, URI key) throws IOException {
        return Filters.load(URIS).from(file).any().mightContain(key);
    }

    @Test
    void keys_ofAnotherEncoder_areRefusedUnlessAsked() throws IOException {
        assertRefused("explain", file, KEY);
        assertRefused("check", "--count", file, lines);
        assertRefused("add", file, lines);
        assertRefused("remove", file, lines);
        assertRefused("verify", file, lines);
        URI added = URI.create("https://example.com/new");
        assertThat(has(file, added)).isFalse();
        succeed("explain", "--as-bytes", file, KEY);
        succeed("add", "--as-bytes", file, lines);
        assertThat(has(file, added)).as("and the file still has its encoder").isTrue();
        succeed("verify", "--as-bytes", file, lines);
    }

    @Test
    void commandsWithoutKeys_leaveTheName() throws IOException {
        assertThat(succeed("info", file).text()).contains("encoder       uri/1\n");
        assertThat(succeed("info", "--json", file).text()).contains("\"encoder\":\"uri/1\"");
        succeed("verify", file);
        Path plain = directory.resolve("plain.flt");
        succeed("convert", file, "--to", "bloom", "-o", plain);
        assertThat(has(plain, KEY)).isTrue();
        succeed("resize", plain, "--fold", "2");
        assertThat(has(plain, KEY)).isTrue();
        Path merged = directory.resolve("merged.flt");
        succeed("merge", "-o", merged, plain, plain);
        assertThat(has(merged, KEY)).isTrue();
        Path like = directory.resolve("like.flt");
        succeed("build", "-o", like, "--like", plain, lines);
        assertThat(Run.here("merge", "-o", merged, "--force", plain, like).onlyErrorLine())
                .contains("'uri/1'", "'bytes'");
    }

    @Test
    void directories_keepTheName() throws IOException {
        Path durable = directory.resolve("durable");
        BloomSpec spec = BloomSpec.of(1_000, 0.001);
        try (DurableFilter<URI> filter =
                DurableFilter.in(durable, URIS, spec).keepHashes().open()) {
            filter.add(KEY);
        }
        assertThat(succeed("info", durable).text()).contains("encoder       uri/1\n");
        assertRefused("add", durable, lines);
        succeed("resize", durable, "--keys", "2000");
        try (DurableFilter<URI> filter =
                DurableFilter.in(durable, URIS, BloomSpec.of(2_000, 0.001)).open()) {
            assertThat(filter.mightContain(KEY)).isTrue();
        }
        Path fuse = directory.resolve("fuse.flt");
        succeed("convert", durable, "--to", "fuse", "-o", fuse);
        assertThat(has(fuse, KEY)).isTrue();
        Path copy = directory.resolve("copy.flt");
        succeed("convert", durable, "-o", copy);
        assertThat(has(copy, KEY)).isTrue();
        assertRefused("dedupe", "--remember", durable, lines);
    }
}
