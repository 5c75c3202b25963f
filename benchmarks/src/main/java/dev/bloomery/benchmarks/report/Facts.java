package dev.bloomery.benchmarks.report;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What plots take from the environment of a run: the line below them and the sizes of the caches. Nothing of it has to be there. */
final class Facts {
    private static final Pattern SIZE =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([KMG]?)(?:i?B)?\\b.*", Pattern.CASE_INSENSITIVE);

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
     * The bytes of a cache, from facts such as {@code l2: 1 MiB}, {@code L1d cache: 32K} or {@code l3 = 33554432}.
     *
     * @param level 1 to 3; of level 1 the data cache
     * @return empty if there is no such fact or it does not begin with a size
     */
    OptionalDouble cache(int level) {
        return environment.entrySet().stream()
                .filter(fact -> fact.getKey().toLowerCase(Locale.ROOT).startsWith("l" + level)
                        && !fact.getKey().toLowerCase(Locale.ROOT).startsWith("l1i"))
                .map(fact -> SIZE.matcher(fact.getValue().strip()))
                .filter(Matcher::matches)
                .mapToDouble(size -> Double.parseDouble(size.group(1))
                        * Math.pow(
                                1024,
                                " KMG"
                                        .indexOf((size.group(2) + " ")
                                                .toUpperCase(Locale.ROOT)
                                                .charAt(0))))
                .findFirst();
    }
}
