package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.GateProblem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is wrong with a gate at this moment, the latest of each kind. Logs a problem once, however often it comes, until a rebuild has ended it. */
public final class ProblemLog {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final ReentrantLock lock = new ReentrantLock();
    private final String gate;
    private final Map<GateProblem.Kind, GateProblem> found = new EnumMap<>(GateProblem.Kind.class);
    private final Map<GateProblem.Kind, String> logged = new EnumMap<>(GateProblem.Kind.class);

    /** @param gate what messages begin with, see {@link GateName#inLog} */
    public ProblemLog(String gate) {
        this.gate = gate;
    }

    /** Notes it, for whoever asks. */
    public void note(GateProblem problem) {
        lock.lock();
        try {
            found.put(problem.kind(), problem);
        } finally {
            lock.unlock();
        }
    }

    /** Notes it and logs it, unless the same was logged last: numbers in the message may differ. */
    public void log(GateProblem problem, @Nullable Throwable cause) {
        lock.lock();
        try {
            note(problem);
            String reason = problem.message().replaceAll("[0-9]+", "");
            if (!reason.equals(logged.put(problem.kind(), reason))) {
                System.Logger.Level level = problem.kind() == GateProblem.Kind.ANOTHER_GATE
                        ? System.Logger.Level.ERROR
                        : System.Logger.Level.WARNING;
                if (cause == null) {
                    LOG.log(level, gate + problem.message());
                } else {
                    LOG.log(level, gate + problem.message(), cause);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** A rebuild has ended all of them. What a foreign write means was said, and is not said again each time. */
    public void end() {
        lock.lock();
        try {
            if (!found.keySet().stream().allMatch(ProblemLog::concernsOthers)) {
                LOG.log(System.Logger.Level.INFO, gate + "the gate was rebuilt, and is active again");
            }
            found.keySet().removeIf(kind -> !concernsOthers(kind));
            logged.keySet().removeIf(kind -> kind != GateProblem.Kind.FOREIGN_WRITE && !concernsOthers(kind));
        } finally {
            lock.unlock();
        }
    }

    private static boolean concernsOthers(GateProblem.Kind kind) {
        return kind == GateProblem.Kind.ANOTHER_GATE || kind == GateProblem.Kind.NO_LOCKS;
    }

    /** This one has ended; the next of its kind is logged. */
    public void end(GateProblem.Kind kind) {
        lock.lock();
        try {
            found.remove(kind);
            logged.remove(kind);
        } finally {
            lock.unlock();
        }
    }

    public List<GateProblem> all() {
        lock.lock();
        try {
            return List.copyOf(found.values());
        } finally {
            lock.unlock();
        }
    }

    /** For {@code toString}: empty, or what is wrong. */
    public String text() {
        List<GateProblem> all = all();
        return all.isEmpty() ? "" : all.stream().map(GateProblem::message).collect(Collectors.joining("; ", ": ", ""));
    }
}
