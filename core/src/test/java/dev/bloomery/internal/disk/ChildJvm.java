package dev.bloomery.internal.disk;

import com.dynatrace.hash4j.hashing.Hashing;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A second JVM that runs a class of the tests until it is killed. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    /** Starts it. What it says on its error output is seen on that of this one. */
    public ChildJvm(Class<?> main, Object... arguments) throws IOException {
        // starts in the least time
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-ea",
                "-cp",
                Stream.of(Disk.class, ChildJvm.class, Hashing.class)
                        .map(ChildJvm::place)
                        .collect(Collectors.joining(File.pathSeparator)),
                main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The next line it says; "nothing" if it ended. */
    public String answer() throws IOException {
        return Objects.requireNonNullElse(output.readLine(), "nothing");
    }

    /** As {@code kill -9} does it; returns when it is dead. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
