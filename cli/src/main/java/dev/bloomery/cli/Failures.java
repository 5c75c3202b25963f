package dev.bloomery.cli;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.cli.lines.InputFailure;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.plan.PlanRefusedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Failures as one line with what to do, and the exit code for it. */
final class Failures implements IExecutionExceptionHandler {
    private final BooleanSupplier stacktrace;

    Failures(BooleanSupplier stacktrace) {
        this.stacktrace = stacktrace;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return tell(failure, command.getErr(), command.getCommandSpec().qualifiedName(" "));
    }

    private int tell(Throwable failure, PrintWriter err, String command) {
        Throwable cause = failure instanceof UncheckedIOException
                ? Objects.requireNonNullElse(failure.getCause(), failure)
                : failure;
        if (isClosedOutput(cause)) {
            return ExitCode.OUTPUT_CLOSED; // whoever closed it knows
        }
        err.println(command + ": " + message(cause).replaceAll("\\s*\\R\\s*", " "));
        if (stacktrace.getAsBoolean()) {
            failure.printStackTrace(err);
        }
        return cause instanceof IllegalArgumentException || cause instanceof PlanRefusedException
                ? ExitCode.USAGE
                : ExitCode.FAILED;
    }

    private static boolean isClosedOutput(Throwable failure) {
        return failure instanceof IOException && "Broken pipe".equals(failure.getMessage());
    }

    private static String message(Throwable failure) {
        String said = failure.getMessage() == null ? "" : failure.getMessage();
        if (failure instanceof InputFailure && failure.getCause() != null) {
            return said + ": " + message(failure.getCause());
        }
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getFile() + ": " + system.getReason();
        }
        if (failure instanceof NoSuchFileException) {
            return said + ": no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return said + ": permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return said + ": is there already";
        }
        if (failure instanceof ZipException || failure instanceof EOFException) {
            return "this is gzip, but damaged or cut short (" + said + "); fetch or pack it again";
        }
        if (failure instanceof IOException
                || failure instanceof IllegalArgumentException
                || failure instanceof FilterFullException
                || failure instanceof dev.bloomery.file.DurableException
                || failure instanceof PlanRefusedException) {
            return said.isEmpty() ? failure.getClass().getSimpleName() : said;
        }
        return "a fault of bloomery: " + failure + "; --stacktrace shows where";
    }
}
