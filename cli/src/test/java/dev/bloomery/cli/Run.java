package dev.bloomery.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command, run to its end: by the launcher as a child process, or in this one. */
public final class Run {
    private static final long SECONDS = 120;

    private final int code;
    private final byte[] out;
    private final String err;

    private Run(int code, byte[] out, String err) {
        this.code = code;
        this.out = out;
        this.err = err;
    }

    /** The script at the root of the project. */
    public static Path launcher() {
        return Path.of(System.getProperty("bloomery.launcher", "../bloomery"))
                .toAbsolutePath()
                .normalize();
    }

    /** Runs it without a process of its own, which saves the start of a JVM; not for what reads or writes lines by the standard streams. */
    public static Run here(Object... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = Bloomery.commandLine()
                    .execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
            return new Run(code, outBytes.toByteArray(), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Runs it with nothing to read. */
    public static Run of(Object... arguments) throws IOException, InterruptedException {
        return withInput(new byte[0], arguments);
    }

    /** Runs it with a text to read. */
    public static Run reading(String input, Object... arguments) throws IOException, InterruptedException {
        return withInput(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    /** Runs it with bytes to read. */
    public static Run withInput(byte[] input, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(launcher().toString());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return process(new ProcessBuilder(command), input);
    }

    /** Runs a line of shell, in which {@code $BLOOMERY} is the launcher. */
    public static Run shell(Path directory, String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).directory(directory.toFile());
        builder.environment().put("BLOOMERY", launcher().toString());
        return process(builder, new byte[0]);
    }

    private static Run process(ProcessBuilder builder, byte[] input) throws IOException, InterruptedException {
        builder.environment()
                .put(
                        "BLOOMERY_JAVA_OPTS",
                        "-XX:TieredStopAtLevel=1"); // short runs: the good compiler costs more than it gives
        Process process = builder.start();
        Thread feeder = new Thread(() -> feed(process, input));
        feeder.start();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread errors = new Thread(() -> drain(process, err));
        errors.start();
        byte[] out = process.getInputStream().readAllBytes();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(builder.command() + " did not end");
        }
        feeder.join();
        errors.join();
        return new Run(process.exitValue(), out, err.toString(StandardCharsets.UTF_8));
    }

    private static void feed(Process process, byte[] input) {
        try (OutputStream to = process.getOutputStream()) {
            to.write(input);
        } catch (IOException gone) {
            // it need not read everything
        }
    }

    private static void drain(Process process, ByteArrayOutputStream to) {
        try {
            process.getErrorStream().transferTo(to);
        } catch (IOException gone) {
            // it was killed
        }
    }

    /** Its exit code. */
    public int code() {
        return code;
    }

    /** All bytes of its standard output; not to be changed. */
    public byte[] out() {
        return out;
    }

    /** Its standard error. */
    public String err() {
        return err;
    }

    /** The standard output as text. */
    public String text() {
        return new String(out, StandardCharsets.UTF_8);
    }

    /** What it said on the standard error is one line. */
    public String onlyErrorLine() {
        if (err.strip().contains("\n") || err.isBlank()) {
            throw new AssertionError("not one line: " + err);
        }
        return err.strip();
    }

    @Override
    public String toString() {
        return "exit " + code + "\n" + text() + "\n" + err;
    }
}
