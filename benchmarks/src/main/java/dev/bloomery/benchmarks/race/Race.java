package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.contestant.Peers;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.report.Report;
import dev.bloomery.benchmarks.result.Result;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs a plan, or the part of it for some contestants or one number of keys, and writes the report. */
public final class Race {
    private static final String USAGE =
            "usage: bench short|long|goals|static|sweep|regress|smoke|billion [--only NAME,NAME...] [--keys NUMBER] [--rounds NUMBER]"
                    + " [--out DIR]";
    private static final Set<String> OPTIONS = Set.of("--only", "--keys", "--rounds", "--out");

    private Race() {}

    public static void main(String[] args) throws Exception {
        if (args.length % 2 == 0) {
            fail(USAGE);
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 1; i < args.length; i += 2) {
            if (!OPTIONS.contains(args[i])) {
                fail(USAGE);
            }
            options.put(args[i], args[i + 1]);
        }
        Plan plan;
        try {
            plan = Plans.named(args[0]);
        } catch (IllegalArgumentException unknown) {
            fail(unknown.getMessage());
            return;
        }
        if (options.containsKey("--only")) {
            List<String> names = List.of(options.get("--only").split(","));
            plan = plan.only(task -> names.contains(task.contestant()));
        }
        if (options.containsKey("--keys")) {
            long keys = number(options, "--keys");
            plan = plan.only(task -> task.keys() == keys);
        }
        if (options.containsKey("--rounds")) {
            plan = new Plan(plan.name(), Math.toIntExact(number(options, "--rounds")), plan.tasks());
        }
        if (plan.tasks().isEmpty()) {
            fail("the plan " + plan.name() + " has nothing of that; benchmarks/README.md has the names");
        }
        List<String> leftOut =
                Peers.NAMES.stream().filter(Contestants::isLeftOut).toList();
        if (!leftOut.isEmpty()) {
            System.err.println(
                    "left out: " + String.join(", ", leftOut) + "; benchmarks/bench builds with them (-Ppeers)");
        }
        Path dir = Path.of(options.getOrDefault("--out", "benchmark-results"));
        List<Result> results = new Referee(plan, dir.resolve("raw"), System.out).run();
        System.out.print("\n" + Report.write(results, Environment.of(plan), dir).text());
    }

    /** A whole number above 0. */
    private static long number(Map<String, String> options, String name) {
        String text = options.get(name);
        if (!text.matches("[1-9][0-9]{0,8}")) {
            fail(name + " is " + text + "; use a whole number from 1 on, such as 1000000");
        }
        return Long.parseLong(text);
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }
}
