package dev.bloomery.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of an example, each {@code name=value}; what is not given has its default. The default says what is allowed: a whole
 * number stands for whole numbers from 1 on, a decimal fraction for probabilities, anything else for text.
 */
public final class Options {
    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads arguments.
     *
     * @param args those of the program
     * @param defaults all names with their defaults, {@code "keys=1000"}
     * @return the options
     * @throws IllegalArgumentException if a name is unknown or a value is not allowed
     */
    public static Options of(String[] args, String... defaults) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : defaults) {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        String usage = "use " + String.join(" ", defaults);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String known = equals < 0 ? null : values.get(arg.substring(0, equals));
            if (known == null) {
                throw new IllegalArgumentException("'" + arg + "' is no option of this example; " + usage);
            }
            String value = arg.substring(equals + 1);
            check(arg, value, known, usage);
            values.put(arg.substring(0, equals), value);
        }
        return new Options(values);
    }

    /**
     * Reads the arguments of a {@code main}: if they are wrong it says why, and the program ends with 2.
     *
     * @param args those of the program
     * @param defaults all names with their defaults
     * @return the options
     */
    public static Options orExit(String[] args, String... defaults) {
        try {
            return of(args, defaults);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            throw wrong;
        }
    }

    private static void check(String arg, String value, String like, String usage) {
        if (like.matches("[0-9]+") && !value.matches("0*[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("'" + arg + "' needs a whole number from 1 to 999999999; " + usage);
        }
        if (like.matches("0?\\.[0-9]+") && !(value.matches("0?\\.[0-9]+") && Double.parseDouble(value) > 0)) {
            throw new IllegalArgumentException(
                    "'" + arg + "' needs a decimal fraction between 0 and 1, such as 0.01; " + usage);
        }
    }

    /** The whole number of this name. */
    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** The probability of this name. */
    public double probability(String name) {
        return Double.parseDouble(text(name));
    }

    /**
     * The file of this name.
     *
     * @param name of an option whose default is empty
     * @return the file; empty if none was given
     * @throws IllegalArgumentException if there is no such file
     */
    public Optional<Path> file(String name) {
        if (text(name).isEmpty()) {
            return Optional.empty();
        }
        Path file = Path.of(text(name));
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("'" + name + "=" + file + "' is no file that can be read");
        }
        return Optional.of(file);
    }

    /**
     * {@link #file} for a {@code main}: if there is no such file it says so, and the program ends with 2.
     *
     * @param name of an option whose default is empty
     * @return the file; empty if none was given
     */
    public Optional<Path> fileOrExit(String name) {
        try {
            return file(name);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            throw wrong;
        }
    }

    /** The text of this name. */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " has no default");
        }
        return value;
    }
}
