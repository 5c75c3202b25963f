package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The source files of a module that hold monitors. A virtual thread that blocks with a monitor keeps its
 * carrier from all others, on a JDK before 24, so code that waits for a
 * disk, a store or another thread uses locks of {@code java.util.concurrent}. A map of that package holds a
 * monitor, too, while it calls what it was given to compute.
 */
public final class Monitors {
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])+'", Pattern.DOTALL);
    private static final Pattern MONITOR =
            Pattern.compile("\\bsynchronized\\b|\\.\\s*(compute|computeIfAbsent|computeIfPresent|merge)\\s*\\(");

    private Monitors() {}

    /** Whether this source holds one. */
    static boolean areIn(String source) {
        return MONITOR.matcher(COMMENT_OR_LITERAL.matcher(source).replaceAll("\"\""))
                .find();
    }

    /**
     * Fails if a monitor is held anywhere but in the listed files, or if one of these holds none any more.
     *
     * @param type any class of the module
     * @param reasons by the simple name of each file without its ending, why nothing can block in it while a
     *     monitor is held
     */
    public static void requireOnlyIn(Class<?> type, Map<String, String> reasons) {
        TreeSet<String> holding = new TreeSet<>();
        try {
            Path classes = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path sources = classes.resolve("../../src/main/java").normalize();
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
                    if (areIn(Files.readString(file))) {
                        String name = file.getFileName().toString();
                        holding.add(name.substring(0, name.length() - ".java".length()));
                    }
                }
            }
        } catch (IOException | URISyntaxException unreadable) {
            throw new IllegalStateException("the sources beside " + type + " cannot be read", unreadable);
        }
        assertThat(holding)
                .as(
                        "files that hold monitors; use a ReentrantLock, or list the file with the reason why nothing blocks in it")
                .isEqualTo(new TreeSet<>(reasons.keySet()));
    }
}
