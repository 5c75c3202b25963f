package app;

import dev.bloomery.Filters;
import dev.bloomery.interop.BridgedFilter;
import dev.bloomery.interop.guava.GuavaFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A filter of Guava before one of ours, without Guava. */
final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        KeyEncoder<String> keys = GuavaKeys.strings(StandardCharsets.UTF_8);
        GuavaFilter<String> written = GuavaFilters.create(keys, 1_000, 0.01);
        boolean added = written.add("anna");
        GuavaFilter<String> old = GuavaFilters.read(written.toBytes(), keys);
        BridgedFilter<String> both = BridgedFilter.of(
                Filters.bloom(KeyEncoder.utf8()).capacity(1_000).targetFpp(0.01).build(), old);
        added &= both.add("bert");
        System.out.print(added && both.mightContain("anna") && both.mightContain("bert") ? "ok" : "wrong answer");
    }
}
