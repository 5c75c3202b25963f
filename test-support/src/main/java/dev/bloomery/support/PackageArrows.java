package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The arrows between the packages of a module, as they are, compared with those that are allowed. The JDK and the nullness annotations may be used
 * everywhere.
 *
 * <p>Arrows come from the class files and from the imports of the source files: a constant of another package leaves no trace in a class
 * file, but its import does. An import that only comments use is no arrow. One arrow stays unseen: a constant used by its fully qualified name. Code that
 * JMH generates is left out.
 */
public final class PackageArrows {
    private static final String GENERATED = ".jmh_generated";

    static {
        // names are enough: the classes of the JDK and of libraries need not be read
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    }

    private final JavaClasses classes;
    private final Map<String, Set<String>> used = new TreeMap<>();
    private final Map<String, Set<String>> files = new TreeMap<>();

    private PackageArrows(JavaClasses classes, Map<String, Set<String>> imports) {
        this.classes = classes;
        for (JavaClass type : classes) {
            String user = type.getPackageName();
            if (user.endsWith(GENERATED)) {
                continue;
            }
            Set<String> targets = used.computeIfAbsent(user, unused -> new TreeSet<>());
            String file =
                    type.getSource().flatMap(source -> source.getFileName()).orElse(type.getName());
            if (!file.endsWith("-info.java")) {
                files.computeIfAbsent(user, unused -> new TreeSet<>()).add(file);
            }
            type.getDirectDependenciesFromSelf().stream()
                    .map(arrow -> arrow.getTargetClass().getBaseComponentType().getPackageName())
                    .filter(target -> !target.equals(user) && isNoted(target))
                    .forEach(targets::add);
        }
        used.forEach((user, targets) -> imports.getOrDefault(user, Set.of()).stream()
                .filter(target -> !target.equals(user) && isNoted(target))
                .forEach(targets::add));
        used.keySet().removeIf(name -> name.isEmpty() || !files.containsKey(name));
    }

    private static boolean isNoted(String target) {
        return !target.isEmpty()
                && !target.startsWith("java.")
                && !target.startsWith("javax.")
                && !target.startsWith("jdk.")
                && !target.equals("org.jspecify.annotations");
    }

    /** Of all classes in the same directory of classes as this one: the main code of its module. */
    public static PackageArrows ofModuleOf(Class<?> anyClass) {
        URL classes = locationOf(anyClass);
        return new PackageArrows(new ClassFileImporter().importUrl(classes), Imports.ofSourcesOf(classes));
    }

    /** Of this package and those below it, in the same directory of classes as this one. */
    static PackageArrows ofPackages(Class<?> anyClass, String root) {
        return new PackageArrows(
                new ClassFileImporter().importPackages(root), Imports.ofSourcesOf(locationOf(anyClass)));
    }

    private static URL locationOf(Class<?> anyClass) {
        return anyClass.getProtectionDomain().getCodeSource().getLocation();
    }

    /**
     * Fails if a package uses one that it may not use, if it does not use one that it may use, and if there are other packages than those
     * that are listed.
     *
     * @param mayUse for each package those that it may use; of other libraries the name of the package, or a beginning of it that ends with a dot and
     *     a star
     */
    public void requireExactly(Map<String, Set<String>> mayUse) {
        requireExactly(mayUse, target -> true);
    }

    /**
     * The same for the arrows inside the module alone: for programs, whose packages may use any library.
     *
     * @param mayUse for each package those of this module that it may use
     */
    public void requireExactlyInside(Map<String, Set<String>> mayUse) {
        requireExactly(mayUse, used::containsKey);
    }

    private void requireExactly(Map<String, Set<String>> mayUse, Predicate<String> counts) {
        assertThat(used.keySet()).as("the packages of this module").isEqualTo(new TreeSet<>(mayUse.keySet()));
        List<String> wrong = new ArrayList<>();
        mayUse.forEach((user, allowed) -> {
            Set<String> unused = new TreeSet<>(allowed);
            for (String target : used.getOrDefault(user, Set.of())) {
                if (!counts.test(target)) {
                    continue;
                }
                boolean may = false;
                for (String permission : allowed) {
                    if (covers(permission, target)) {
                        may = true;
                        unused.remove(permission);
                    }
                }
                if (!may) {
                    wrong.add(user + " uses " + target + ", which it may not");
                }
            }
            unused.forEach(permission -> wrong.add(user + " may use " + permission + ", and does not: take it out"));
        });
        assertThat(wrong).as("arrows between packages").isEmpty();
    }

    private static boolean covers(String permission, String target) {
        return permission.endsWith(".*")
                ? (target + ".").startsWith(permission.substring(0, permission.length() - 1))
                : permission.equals(target);
    }

    /** Fails if packages of this module use each other in a circle; says which. */
    public void requireNoCycle() {
        for (String start : used.keySet()) {
            Map<String, String> cameFrom = new TreeMap<>();
            Deque<String> open = new ArrayDeque<>(Set.of(start));
            while (!open.isEmpty()) {
                String at = open.remove();
                for (String next : used.getOrDefault(at, Set.of())) {
                    if (next.equals(start)) {
                        throw new AssertionError("packages use each other in a circle: " + circle(start, at, cameFrom));
                    }
                    if (used.containsKey(next) && cameFrom.putIfAbsent(next, at) == null) {
                        open.add(next);
                    }
                }
            }
        }
    }

    private static String circle(String start, String last, Map<String, String> cameFrom) {
        StringBuilder text = new StringBuilder(start);
        for (String at = last; !at.equals(start); at = cameFrom.getOrDefault(at, start)) {
            text.insert(0, at + " -> ");
        }
        return text.insert(0, start + " -> ").toString();
    }

    /** Fails if a package has more source files than that. */
    public void requireAtMostFiles(int most) {
        files.forEach((name, sources) ->
                assertThat(sources.size()).as("files in package " + name).isLessThanOrEqualTo(most));
    }

    /** Fails if a class outside of this package uses one of these. */
    public void requireOnlyIn(String home, Class<?>... reserved) {
        Set<String> names = Arrays.stream(reserved).map(Class::getName).collect(Collectors.toSet());
        List<String> users = classes.stream()
                .filter(type -> !type.getPackageName().equals(home))
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(arrow -> names.contains(arrow.getTargetClass().getName())))
                .map(JavaClass::getName)
                .sorted()
                .toList();
        assertThat(users).as("classes outside of %s that use %s", home, names).isEmpty();
    }
}
