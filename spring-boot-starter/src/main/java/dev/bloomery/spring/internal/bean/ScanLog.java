package dev.bloomery.spring.internal.bean;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Logs every five seconds how far the scan of a gate is. For one thread at a time, which is the one that scans. */
final class ScanLog implements LongConsumer {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String gate;
    private final long everyNanos;
    private long keys;
    private long nanos = System.nanoTime();

    ScanLog(String gate) {
        this(gate, EVERY_NANOS);
    }

    ScanLog(String gate, long everyNanos) {
        this.gate = gate;
        this.everyNanos = everyNanos;
    }

    @Override
    public void accept(long scanned) {
        long now = System.nanoTime();
        if (scanned < keys) { // another try
            keys = 0;
            nanos = now;
        } else if (now - nanos >= everyNanos) {
            double seconds = (now - nanos) / 1e9;
            LOG.info(String.format(
                    Locale.ROOT,
                    "gate %s warms up: %,d keys so far, %,.0f keys/s",
                    gate,
                    scanned,
                    (scanned - keys) / seconds));
            keys = scanned;
            nanos = now;
        }
    }
}
