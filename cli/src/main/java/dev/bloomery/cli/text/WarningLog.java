package dev.bloomery.cli.text;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** What the library logs, as one line on the standard error for a warning and nothing for less. Found by the JDK as a service. */
public final class WarningLog extends System.LoggerFinder {

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new Log(name);
    }

    private record Log(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.getSeverity() >= Level.WARNING.getSeverity() && level != Level.OFF;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                System.err.println("bloomery: warning: " + message + (thrown == null ? "" : " (" + thrown + ")"));
            }
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {
            if (isLoggable(level)) {
                boolean plain = format == null || values == null || values.length == 0;
                System.err.println("bloomery: warning: " + (plain ? format : MessageFormat.format(format, values)));
            }
        }
    }
}
