package app;

import dev.bloomery.BloomFilter;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.Filters;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Uses a filter, its snapshot, a family and a durable filter. */
final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        BloomFilter<String> seen =
                Filters.bloom(KeyEncoder.utf8()).capacity(1_000).targetFpp(0.01).build();
        seen.add("a");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        seen.snapshotTo(bytes);
        boolean loaded = Filters.load(KeyEncoder.utf8())
                .from(new ByteArrayInputStream(bytes.toByteArray()))
                .any()
                .mightContain("a");
        FilterFamily<String, Long> family =
                FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01).build();
        family.replace("anna", List.of(1L, 2L));
        Path directory = Files.createTempDirectory(Path.of(args[0]), "durable");
        boolean durable;
        try (DurableFilter<String> kept = DurableFilter.in(
                        directory, KeyEncoder.utf8(), BloomSpec.of(1_000, 0.01))
                .open()) {
            durable = kept.add("a");
        }
        System.out.print(loaded && family.mightContain("anna", 2L) && durable ? "ok" : "wrong answer");
    }
}
