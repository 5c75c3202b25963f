package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.jfr.GateEvents;
import dev.bloomery.gate.report.RebuildReport;
import java.util.function.LongSupplier;

/** One rebuild that is on its way, to be counted by how it ends. For one thread. */
public final class RebuildAttempt {
    private final RebuildCounts counts;
    private final LongSupplier nanoTime;
    private final GateEvents.Rebuild event;
    private final long begunNanos;

    public RebuildAttempt(RebuildCounts counts, LongSupplier nanoTime, GateEvents events) {
        this.counts = counts;
        this.nanoTime = nanoTime;
        this.event = events.rebuild();
        this.begunNanos = nanoTime.getAsLong();
    }

    public void completed(RebuildReport report) {
        counts.completed(report.nanos(), nanoTime.getAsLong());
        event.end(report.keys(), null);
    }

    public void failed(Throwable problem) {
        counts.failed(nanoTime.getAsLong() - begunNanos);
        event.end(0, problem);
    }
}
