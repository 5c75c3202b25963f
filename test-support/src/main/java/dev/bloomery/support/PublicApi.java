package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The public types and members of a module, one on a line, compared with a file of the repository: so that a change of the API is seen in review.
 *
 * <p>After a change that is meant: {@code mvn test -pl MODULE -am -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi.write=true}.
 */
public final class PublicApi {
    private final List<String> lines;

    private PublicApi(List<String> lines) {
        this.lines = lines;
    }

    /** Of the exported packages of the module that this class belongs to. */
    public static PublicApi ofModuleOf(Class<?> anyClass) throws IOException {
        Path classes = classesOf(anyClass);
        ModuleDescriptor module =
                ModuleFinder.of(classes).findAll().iterator().next().descriptor();
        return ofPackages(
                anyClass,
                module.exports().stream()
                        .filter(exports -> !exports.isQualified())
                        .map(ModuleDescriptor.Exports::source)
                        .toArray(String[]::new));
    }

    /**
     * Of these packages, for a module without a descriptor.
     *
     * @param anyClass a class of the module
     */
    public static PublicApi ofPackages(Class<?> anyClass, String... packages) throws IOException {
        Path classes = classesOf(anyClass);
        List<String> lines = new ArrayList<>();
        for (String name : new TreeSet<>(Arrays.asList(packages))) {
            try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                        .map(file -> name + "." + file.substring(0, file.length() - ".class".length()))
                        .sorted()
                        .forEach(type -> describe(load(anyClass, type), lines));
            }
        }
        return new PublicApi(lines);
    }

    private static Path classesOf(Class<?> anyClass) {
        try {
            return Path.of(
                    anyClass.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static PublicApi of(Class<?>... types) {
        List<String> lines = new ArrayList<>();
        Arrays.stream(types).forEach(type -> describe(type, lines));
        return new PublicApi(lines);
    }

    private static Class<?> load(Class<?> anyClass, String name) {
        try {
            return Class.forName(name, false, anyClass.getClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static void describe(Class<?> type, List<String> lines) {
        if (!isVisible(type)) {
            return;
        }
        lines.add(type.toGenericString() + above(type));
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                members.add(field.toGenericString());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic()) {
                members.add(constructor.toGenericString());
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic() && !method.isBridge()) {
                members.add(method.toGenericString());
            }
        }
        members.forEach(member -> lines.add("    " + member.replace(type.getName() + ".", "")));
    }

    private static String above(Class<?> type) {
        List<String> above = new ArrayList<>();
        if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
            above.add(type.getGenericSuperclass().getTypeName());
        }
        Arrays.stream(type.getGenericInterfaces()).forEach(one -> above.add(one.getTypeName()));
        return above.isEmpty() ? "" : " : " + String.join(", ", above);
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers()) && !type.isAnonymousClass() && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** How many public types there are, nested ones included. */
    public long types() {
        return lines.stream().filter(line -> !line.startsWith(" ")).count();
    }

    /**
     * Fails if the API is another one than a file says; with {@code -Dapi.write=true} the file is written instead.
     *
     * @param file in the directory of the module
     */
    public void requireAsIn(Path file) {
        String text = String.join("\n", lines) + "\n";
        try {
            if (Boolean.getBoolean("bloomery.api.write")) {
                Files.writeString(file, text);
            }
            assertThat(text)
                    .as(
                            "the public API; if the change is meant, write %s anew with -Dapi.write=true and commit it",
                            file)
                    .isEqualTo(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
