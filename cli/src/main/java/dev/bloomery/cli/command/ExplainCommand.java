package dev.bloomery.cli.command;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.HashedFilter;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.FilterKind;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.filter.ProbePicture;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.file.Progress;
import dev.bloomery.info.Explanation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bloomery explain}. */
@Command(
        name = "explain",
        description =
                "Shows how a filter comes to its answer for one key: the bits it looks at, and which of them said no.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  bloomery explain words.flt bloomery", "", "Exit code 0 for maybe, 1 for no."})
public final class ExplainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILTER", description = "The filter: a file of 'build', or a directory.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path path;

    @Parameters(index = "1", paramLabel = "KEY", description = "The key; its bytes in UTF-8 are looked up.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String key;

    @Option(
            names = "--as-bytes",
            description = "The keys of the filter are plain bytes, whatever encoder its file names.")
    private boolean asBytes;

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        try (OpenFilter open = OpenFilter.toAsk(path, FilterKeys.forKeys(path, asBytes), Progress.NONE)) {
            HashedFilter<ByteBuffer> filter = open.filter();
            ByteBuffer bytes = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
            boolean maybe = filter.mightContain(bytes);
            Report report = new Report()
                    .put("answer", maybe ? "maybe" : "no")
                    .put("hash", String.format("%016x", filter.hash(bytes)))
                    .put("current FPP", filter.info().currentFpp());
            Optional<Explanation> explanation = explain(filter, bytes);
            explanation.ifPresent(found -> report.put(
                    "probes",
                    found.probes().stream()
                            .map(probe -> new Report()
                                    .put("position", probe.position())
                                    .put("set", probe.set()))
                            .toList()));
            String text = explanation
                    .map(found -> found + "\n\n" + ProbePicture.draw(found))
                    .orElseGet(() -> plain(filter, maybe));
            result.tell(report, text + "\n\n" + meaning(maybe, filter.info().currentFpp()));
            return maybe ? ExitCode.OK : ExitCode.NO;
        }
    }

    private static Optional<Explanation> explain(HashedFilter<ByteBuffer> filter, ByteBuffer key) {
        if (filter instanceof BloomFilter<ByteBuffer> bloom) {
            return Optional.of(bloom.explain(key));
        }
        if (filter instanceof CountingBloomFilter<ByteBuffer> counting) {
            return Optional.of(counting.toBloomFilter().explain(key));
        }
        return Optional.empty();
    }

    private static String plain(HashedFilter<ByteBuffer> filter, boolean maybe) {
        return (maybe ? "maybe" : "no") + "\n(positions are shown for Bloom and counting filters in files; this one is "
                + FilterKind.of(filter.info().spec()) + ")";
    }

    private static String meaning(boolean maybe, double fpp) {
        return maybe
                ? "The key was added, or it is one of the " + Figures.of(100 * fpp) + " % of absent keys that look so."
                : "The key was never added: that is certain.";
    }
}
