package dev.bloomery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What filters log while it is open, line by line. */
final class Warnings extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.bloomery");
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    Warnings() {
        setLevel(Level.ALL);
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord logRecord) {
        lines.add(logRecord.getLevel() + " " + logRecord.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
