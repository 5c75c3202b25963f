package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.GateProblem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with a gate at this moment, the latest of each kind. Logs a problem once, however often it comes, until a rebuild has ended it. */
public final class ProblemLog {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final Map<GateProblem.Kind, GateProblem> found = new EnumMap<>(GateProblem.Kind.class);
    private final Map<GateProblem.Kind, String> logged = new EnumMap<>(GateProblem.Kind.class);

    /** Notes it, for whoever asks. */
    public synchronized void note(GateProblem problem) {
        found.put(problem.kind(), problem);
    }

    /** Notes it and logs it, unless the same was logged last: numbers in the message may differ. */
    public synchronized void log(GateProblem problem, @Nullable Throwable cause) {
        note(problem);
        String reason = problem.message().replaceAll("[0-9]+", "");
        if (!reason.equals(logged.put(problem.kind(), reason))) {
            System.Logger.Level level = problem.kind() == GateProblem.Kind.ANOTHER_GATE
                    ? System.Logger.Level.ERROR
                    : System.Logger.Level.WARNING;
            if (cause == null) {
                LOG.log(level, problem.message());
            } else {
                LOG.log(level, problem.message(), cause);
            }
        }
    }

    /** A rebuild has ended all of them. What a foreign write means was said, and is not said again each time. */
    public synchronized void end() {
        if (!found.keySet().stream().allMatch(ProblemLog::concernsOthers)) {
            LOG.log(System.Logger.Level.INFO, "the gate was rebuilt, and is active again");
        }
        found.keySet().removeIf(kind -> !concernsOthers(kind));
        logged.keySet().removeIf(kind -> kind != GateProblem.Kind.FOREIGN_WRITE && !concernsOthers(kind));
    }

    private static boolean concernsOthers(GateProblem.Kind kind) {
        return kind == GateProblem.Kind.ANOTHER_GATE || kind == GateProblem.Kind.NO_LOCKS;
    }

    /** This one has ended; the next of its kind is logged. */
    public synchronized void end(GateProblem.Kind kind) {
        found.remove(kind);
        logged.remove(kind);
    }

    public synchronized List<GateProblem> all() {
        return List.copyOf(found.values());
    }

    /** For {@code toString}: empty, or what is wrong. */
    public String text() {
        List<GateProblem> all = all();
        return all.isEmpty() ? "" : all.stream().map(GateProblem::message).collect(Collectors.joining("; ", ": ", ""));
    }
}
