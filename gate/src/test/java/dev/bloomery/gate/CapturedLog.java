package dev.bloomery.gate;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what gates log, in place of the console. */
final class CapturedLog extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.bloomery.gate");
    private final boolean usedParents = logger.getUseParentHandlers();
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    CapturedLog() {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /** Messages of at least this level. */
    List<String> messages(Level least) {
        return records.stream()
                .filter(logged -> logged.getLevel().intValue() >= least.intValue())
                .map(LogRecord::getMessage)
                .toList();
    }

    List<String> warnings() {
        return messages(Level.WARNING);
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(usedParents);
    }
}
