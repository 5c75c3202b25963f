package dev.bloomery.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan in lines of up to a hundred characters: the question, what to use and why, the figures, and a note for each kind. */
final class PlanTable {
    private static final int WIDTH = 100;
    private static final int LABEL = 15;

    private final Plan plan;
    private final StringBuilder text = new StringBuilder();

    private PlanTable(Plan plan) {
        this.plan = plan;
    }

    static String of(Plan plan) {
        PlanTable table = new PlanTable(plan);
        table.head();
        table.figures();
        table.notes();
        return table.text.toString().stripTrailing();
    }

    private void head() {
        paragraph("", plan.question().toString());
        text.append('\n');
        paragraph(
                label("use"),
                plan.recommended().kind() + ": " + plan.recommended().text());
        plan.reasons().forEach(reason -> paragraph(label(""), reason));
        text.append('\n');
    }

    private void figures() {
        boolean saves = plan.recommended().accessesAvoidedPerDay().isPresent();
        boolean times = plan.recommended().latency().isPresent();
        line(label("kind")
                + String.format(Locale.ROOT, "%16s %8s %9s %5s", "bytes", "bits/key", "FPP", "lines")
                + (saves ? String.format("%14s", "avoided/day") : "")
                + (times ? String.format("%9s", "average") : "")
                + "  use  can");
        row(plan.recommended(), "this");
        plan.alternatives().forEach(option -> row(option, option.usable() ? "too" : "no"));
        plan.recommended()
                .latency()
                .ifPresent(latency -> line(label("no filter")
                        + " ".repeat(41)
                        + (saves ? String.format("%14s", "0") : "")
                        + String.format("%9s", Amounts.nanos(latency.withoutNanos()))));
        Question question = plan.question();
        line(label("lower bound")
                + String.format(
                        Locale.ROOT,
                        "%,16d %8.2f %9s",
                        question.lowerBoundBytes(),
                        -Math.log(question.targetFpp()) / Math.log(2),
                        Amounts.percent(question.targetFpp())));
        boolean estimates = options().stream().anyMatch(option -> !option.exact());
        if (estimates || times) {
            line((estimates ? "~ is an estimate" : "") + (estimates && times ? ", and so are averages" : "")
                    + (estimates ? "" : "averages are estimates")
                    + "; all other figures are those that the built filter reports");
        }
        text.append('\n');
    }

    private void row(Option option, String use) {
        String bytes = (option.exact() ? "" : "~") + Amounts.count(option.memoryBytes());
        line(label(option.kind().toString())
                + String.format(
                        Locale.ROOT,
                        "%16s %8.2f %9s %5d",
                        bytes,
                        option.bitsPerKey(),
                        Amounts.percent(option.fpp()),
                        option.cacheLines())
                + option.accessesAvoidedPerDay().stream()
                        .mapToObj(avoided -> String.format(Locale.ROOT, "%,14d", avoided))
                        .collect(Collectors.joining())
                + option.latency()
                        .map(latency -> String.format("%9s", Amounts.nanos(latency.withNanos())))
                        .orElse("")
                + String.format("  %-4s ", use)
                + Arrays.stream(Ability.values())
                        .filter(option.kind()::can)
                        .map(Ability::label)
                        .collect(Collectors.joining(" ")));
    }

    private void notes() {
        for (Option option : plan.alternatives()) {
            String note = option.usable()
                    ? "would do: " + option.comparedTo(plan.recommended())
                    : "no: " + String.join("; ", option.obstacles());
            paragraph(label(option.kind().toString()), note);
        }
        for (RuledOut out : plan.ruledOut()) {
            paragraph(label(out.kind().toString()), "no: " + out.reason());
        }
    }

    private List<Option> options() {
        List<Option> options = new ArrayList<>();
        options.add(plan.recommended());
        options.addAll(plan.alternatives());
        return options;
    }

    private static String label(String label) {
        return String.format("%-" + LABEL + "s", label);
    }

    /** Words after the first line are below those of the first. */
    private void paragraph(String label, String words) {
        StringBuilder row = new StringBuilder(label);
        for (String word : words.split(" ", -1)) {
            boolean first = row.length() == label.length();
            if (!first && row.length() + 1 + word.length() > WIDTH) {
                line(row.toString());
                row = new StringBuilder(" ".repeat(label.length())).append(word);
            } else {
                row.append(first ? "" : " ").append(word);
            }
        }
        line(row.toString());
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
