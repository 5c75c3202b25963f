package dev.bloomery.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The packages that source files import, normally or statically. The compiler copies a constant into the class that uses it, so a class file does not
 * say where the constant came from; the import does.
 *
 * <p>An import counts only if the code uses its name: comments may link to anything. A qualified name in the code that is not imported is not
 * seen. Packages are told from types by our naming rule: the name of a type begins with a capital letter.
 */
final class Imports {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?((?:[a-z]\\w*\\.)+)([\\w.]*?)(\\w+|\\*);\\R?");

    /** A comment, or a literal that could be taken for one. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])+'", Pattern.DOTALL);

    private Imports() {}

    /**
     * The imported packages for each package with sources.
     *
     * @param classes a directory of compiled classes: {@code test-classes} is compiled from {@code src/test/java}, any other one from
     *     {@code src/main/java} and the source roots that a profile may add beside it
     */
    static Map<String, Set<String>> ofSourcesOf(URL classes) {
        Map<String, Set<String>> imported = new TreeMap<>();
        try {
            for (Path root : rootsOf(Path.of(classes.toURI()))) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(file -> add(read(file), imported));
                }
            }
        } catch (IOException | URISyntaxException unreadable) {
            throw new IllegalStateException("the sources of " + classes + " cannot be read", unreadable);
        }
        return imported;
    }

    private static List<Path> rootsOf(Path classes) throws IOException {
        boolean ofTests = classes.endsWith("test-classes");
        for (Path dir = classes; dir != null; dir = dir.getParent()) {
            Path sources = dir.resolve("src");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> parts = Files.list(sources)) {
                    return parts.filter(part -> part.endsWith("test") == ofTests)
                            .map(part -> part.resolve("java"))
                            .filter(Files::isDirectory)
                            .toList();
                }
            }
        }
        throw new AssertionError(
                "no directory above " + classes + " has src; run this test where the sources of the module are");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void add(String source, Map<String, Set<String>> imported) {
        String code = COMMENT_OR_LITERAL
                .matcher(source)
                .replaceAll(found -> found.group().startsWith("/") ? " " : Matcher.quoteReplacement(found.group()));
        Matcher home = PACKAGE.matcher(code);
        if (!home.find()) { // module-info
            return;
        }
        Set<String> targets = imported.computeIfAbsent(home.group(1), unused -> new TreeSet<>());
        String body = IMPORT.matcher(code).replaceAll("");
        for (Matcher line = IMPORT.matcher(code); line.find(); ) {
            String name = line.group(3);
            if (name.equals("*")
                    || Pattern.compile("\\b" + name + "\\b").matcher(body).find()) {
                targets.add(line.group(1).substring(0, line.group(1).length() - 1));
            }
        }
    }
}
