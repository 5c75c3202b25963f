package dev.bloomery.cli;

import dev.bloomery.cli.bench.BenchCommand;
import dev.bloomery.cli.command.AddCommand;
import dev.bloomery.cli.command.BuildCommand;
import dev.bloomery.cli.command.CheckCommand;
import dev.bloomery.cli.command.ConvertCommand;
import dev.bloomery.cli.command.ExplainCommand;
import dev.bloomery.cli.command.InfoCommand;
import dev.bloomery.cli.command.MergeCommand;
import dev.bloomery.cli.command.PlanCommand;
import dev.bloomery.cli.command.RemoveCommand;
import dev.bloomery.cli.command.ResizeCommand;
import dev.bloomery.cli.command.VerifyCommand;
import dev.bloomery.cli.dedupe.DedupeCommand;
import dev.bloomery.cli.demo.DemoCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command, which has its work done by subcommands. */
@Command(
        name = "bloomery",
        description =
                "Have I seen this key? Answers from a few bits a key: no is certain, maybe is wrong as seldom as you asked for.",
        mixinStandardHelpOptions = true,
        versionProvider = Bloomery.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            DedupeCommand.class,
            PlanCommand.class,
            BuildCommand.class,
            CheckCommand.class,
            AddCommand.class,
            RemoveCommand.class,
            InfoCommand.class,
            ExplainCommand.class,
            MergeCommand.class,
            VerifyCommand.class,
            ResizeCommand.class,
            ConvertCommand.class,
            BenchCommand.class,
            HelpCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery demo                                   shows the main job, in under a minute",
            "  bloomery dedupe access.log > once.log           each line once, in order",
            "  bloomery dedupe --remember seen/ today.txt      only lines that no run before has printed",
            "  bloomery plan --keys 1e9 --fpp 0.01             which filter, and what it takes",
            "  bloomery build -o words.flt words.txt && bloomery check words.flt < text.txt",
            "",
            "Exit codes: 0 yes or done, 1 no or none, 2 wrong use, 3 damaged or failed.",
            "Shell completion: source <(bloomery generate-completion)"
        })
public final class Bloomery implements Runnable {
    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print where in the program a failure happened; BLOOMERY_DEBUG=1 does the same.")
    private boolean stacktrace;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private Bloomery() {}

    /** Runs the command and ends the process. */
    public static void main(String... arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        Bloomery top = new Bloomery();
        CommandLine line = new CommandLine(top);
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setUsageHelpLongOptionsMaxWidth(32);
        line.getSubcommands().forEach((name, command) -> {
            if (name.equals("generate-completion")) {
                command.getCommandSpec().usageMessage().hidden(true); // the last line of the help tells how to use it
            }
        });
        line.setParameterExceptionHandler(new WrongUse());
        line.setExecutionExceptionHandler(
                new Failures(() -> top.stacktrace || System.getenv("BLOOMERY_DEBUG") != null));
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command was given");
    }

    /** The version of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Bloomery.class.getPackage().getImplementationVersion();
            return new String[] {"bloomery " + (version == null ? "unpacked" : version)};
        }
    }
}
