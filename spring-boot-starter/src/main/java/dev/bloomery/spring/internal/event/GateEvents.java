package dev.bloomery.spring.internal.event;

import dev.bloomery.gate.GateListener;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.spring.GateEvent;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Tells the application what happens to its gates, by a thread of its own: a listener of the application may be slow, or may wait for
 * beans that are just being made, and neither may hold up the thread of a gate that looks for other processes.
 */
public final class GateEvents implements SmartLifecycle {
    /** Events that wait; what comes beyond that is dropped, and that is logged. */
    private static final int MOST_WAITING = 1_000;

    private static final long STOP_MILLIS = 2_000;
    private static final Log LOG = LogFactory.getLog(GateEvents.class);

    private final ApplicationEventPublisher publisher;
    private final BlockingQueue<GateEvent> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    /** Tells this publisher. */
    public GateEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    /** Hears of one gate. */
    public GateListener listenerOf(String gate) {
        return new GateListener() {
            @Override
            public void stateChanged(GateState state) {
                later(new GateEvent.StateChanged(gate, state));
            }

            @Override
            public void rebuilt(RebuildReport report) {
                later(new GateEvent.Rebuilt(gate, report));
            }

            @Override
            public void rebuildFailed(RuntimeException problem) {
                later(new GateEvent.RebuildFailed(gate, problem));
            }

            @Override
            public void problemFound(GateProblem problem) {
                later(new GateEvent.ProblemFound(gate, problem));
            }

            @Override
            public void fppAlarm(double measuredFpp, double promisedFpp) {
                later(new GateEvent.FppAlarm(gate, measuredFpp, promisedFpp));
            }
        };
    }

    private void later(GateEvent event) {
        if (!waiting.offer(event)) {
            LOG.warn("more than " + MOST_WAITING + " events of gates wait for slow listeners; this one is dropped: "
                    + event);
        }
    }

    @Override
    public void start() {
        Thread teller = new Thread(this::tell, "bloomery-events");
        teller.setDaemon(true);
        if (thread.compareAndSet(null, teller)) {
            teller.start();
        }
    }

    private void tell() {
        try {
            while (thread.get() == Thread.currentThread() || !waiting.isEmpty()) {
                publish(waiting.take());
            }
        } catch (InterruptedException stopped) {
            GateEvent last;
            while ((last = waiting.poll()) != null) {
                publish(last);
            }
        }
    }

    private void publish(GateEvent event) {
        try {
            publisher.publishEvent(event);
        } catch (RuntimeException problem) {
            LOG.warn("a listener of the application failed at " + event, problem);
        }
    }

    @Override
    public void stop() {
        Thread teller = thread.getAndSet(null);
        if (teller == null || teller == Thread.currentThread()) {
            return;
        }
        teller.interrupt();
        try {
            teller.join(STOP_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread.get() != null;
    }

    /** Early: events are told as long as anything of the application works. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE / 2;
    }
}
