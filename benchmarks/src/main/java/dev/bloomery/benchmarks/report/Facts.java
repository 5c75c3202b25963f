package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What plots take from the environment of a run: the line below them and the sizes of the caches. Nothing of it has to be there. */
final class Facts {
    private static final String SIZE = "(\\d+(?:\\.\\d+)?)\\s*([KMG]?)(?:i?B)?\\b";

    private final Map<String, String> environment;

    Facts(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The line below a plot: CPU, JDK and commit. */
    String footer() {
        String jdk = value(Names.JDK);
        String commit = value(Names.COMMIT);
        return Stream.of(
                        value(Names.CPU),
                        jdk.matches("\\d.*") ? "JDK " + jdk : jdk,
                        commit.isEmpty() ? "" : "commit " + shortened(commit))
                .filter(fact -> !fact.isEmpty())
                .collect(Collectors.joining("  ·  "));
    }

    private String value(String name) {
        return environment.entrySet().stream()
                .filter(fact -> fact.getKey().equalsIgnoreCase(name))
                .map(fact -> fact.getValue().strip())
                .findFirst()
                .orElse("");
    }

    private static String shortened(String commit) {
        Matcher hash = Pattern.compile("^([0-9a-f]{10})[0-9a-f]{30}").matcher(commit);
        return hash.replaceFirst("$1");
    }

    /**
     * The bytes of a cache, from a fact such as {@code caches: L1 Data 32K, L2 Unified 1024K}, {@code L1d cache: 32 KiB} or
     * {@code l3: 33554432}.
     *
     * @param level 1 to 3; of level 1 the data cache
     * @return empty if there is no such fact
     */
    OptionalDouble cache(int level) {
        Pattern named = Pattern.compile("\\bL" + level + "(?!i)[^,;\\d]*?" + SIZE, Pattern.CASE_INSENSITIVE);
        return environment.entrySet().stream()
                .map(fact -> named.matcher(fact.getKey() + " " + fact.getValue()))
                .filter(Matcher::find)
                .mapToDouble(size -> Double.parseDouble(size.group(1)) * unit(size.group(2)))
                .findFirst();
    }

    private static double unit(String letter) {
        return Math.pow(
                1024, " KMG".indexOf((letter + " ").toUpperCase(Locale.ROOT).charAt(0)));
    }
}
