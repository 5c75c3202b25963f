package dev.bloomery.cli.command;

import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.DurationConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.cli.text.SizeConverter;
import dev.bloomery.plan.Plan;
import dev.bloomery.plan.PlanRefusedException;
import dev.bloomery.plan.Planner;
import dev.bloomery.plan.Question;
import dev.bloomery.plan.QuestionBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery plan}. */
@Command(
        name = "plan",
        description = "Says which filter to use for so many keys, why, and what it takes; and all others beside it.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery plan --keys 1e9 --fpp 0.01",
            "  bloomery plan --keys 5e6 --fpp 0.001 --deletes --memory 16MB",
            "  bloomery plan --keys 1e6 --fpp 0.01 --window 30d --json"
        })
public final class PlanCommand implements Callable<Integer> {
    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(
            names = "--keys",
            required = true,
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Distinct keys: of the filter; with --window, of the busiest one; with --owners, of each.")
    private long keys;

    @Option(
            names = "--fpp",
            required = true,
            paramLabel = "P",
            description = "The false positive probability: 0.01 for one percent.")
    private double fpp;

    @Option(names = "--deletes", description = "Keys are removed as well.")
    private boolean deletes;

    @Option(names = "--grows", description = "The number of keys is not known before.")
    private boolean grows;

    @Option(names = "--fixed", description = "All keys are known, and none comes later.")
    private boolean fixed;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Keys are forgotten after this time: 30d.")
    private @Nullable Duration window;

    @Option(
            names = "--owners",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "A filter for each of so many owners.")
    private @Nullable Long owners;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "At most so much memory: 2GB.")
    private @Nullable Long memory;

    @Option(
            names = "--store-access",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "What an access to the store behind the filter takes: 5ms.")
    private @Nullable Duration storeAccess;

    @Option(names = "--absent", paramLabel = "SHARE", description = "The share of lookups whose key is absent: 0.7.")
    private @Nullable Double absentShare;

    @Option(names = "--lookups", paramLabel = "N", converter = CountConverter.class, description = "Lookups a day.")
    private @Nullable Long lookups;

    @Override
    public Integer call() {
        try {
            Plan plan = Planner.plan(question());
            result.tell(report(plan), plan.toString());
            return ExitCode.OK;
        } catch (PlanRefusedException refused) {
            result.tell(report(refused), refused.getMessage() + suggestions(refused));
            return ExitCode.NO;
        }
    }

    private Question question() {
        QuestionBuilder question = Question.about(keys, fpp);
        question = deletes ? question.deletes() : question;
        question = grows ? question.grows() : question;
        question = fixed ? question.fixedSet() : question;
        question = window != null ? question.window(window) : question;
        question = owners != null ? question.owners(owners) : question;
        question = memory != null ? question.memoryBudget(memory) : question;
        question = storeAccess != null ? question.storeAccess(storeAccess) : question;
        question = absentShare != null ? question.absentShare(absentShare) : question;
        question = lookups != null ? question.lookupsPerDay(lookups) : question;
        return question.build();
    }

    private static Report report(Plan plan) {
        List<Report> options = Stream.concat(Stream.of(plan.recommended()), plan.alternatives().stream())
                .map(option -> new Report()
                        .put("kind", option.kind().toString())
                        .put("usable", option.usable())
                        .put("spec", option.text())
                        .put("memory bytes", option.memoryBytes())
                        .put("bits per key", option.bitsPerKey())
                        .put("FPP", option.fpp())
                        .put("cache lines", (long) option.cacheLines()))
                .toList();
        return new Report()
                .put("recommended", plan.recommended().text())
                .put("reasons", String.join("; ", plan.reasons()))
                .put("options", options);
    }

    private static Report report(PlanRefusedException refused) {
        return new Report()
                .put("refused", String.valueOf(refused.getMessage()))
                .put(
                        "suggestions",
                        refused.suggestions().stream()
                                .map(suggestion -> new Report().put("text", suggestion.text()))
                                .toList());
    }

    private static String suggestions(PlanRefusedException refused) {
        StringBuilder text = new StringBuilder();
        String message = String.valueOf(refused.getMessage());
        refused.suggestions().forEach(suggestion -> {
            if (!message.contains(suggestion.text())) {
                text.append("\n  - ").append(suggestion.text());
            }
        });
        return text.toString();
    }
}
