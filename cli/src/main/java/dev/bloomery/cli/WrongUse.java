package dev.bloomery.cli;

import dev.bloomery.cli.text.ExitCode;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Arguments that cannot be understood: one line, with the nearest that could be meant. */
final class WrongUse implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName(" ");
        String advice = "see '" + name + " --help'";
        String message = String.valueOf(wrong.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().get(0);
            boolean isCommand = !command.getSubcommands().isEmpty() && !first.startsWith("-");
            message = "'" + first + "' is no " + (isCommand ? "command" : "option or argument");
            List<String> near = unmatched.getSuggestions();
            if (!near.isEmpty()) {
                advice = "did you mean " + String.join(" or ", near) + "?";
            }
        }
        command.getErr().println(name + ": " + message + "; " + advice);
        return ExitCode.USAGE;
    }
}
