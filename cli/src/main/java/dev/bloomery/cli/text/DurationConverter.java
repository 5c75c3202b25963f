package dev.bloomery.cli.text;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time: {@code 30d}, {@code 12h}, {@code 5ms}, or ISO 8601 as {@code PT1H30M}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d|w)");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        try {
            if (form.matches()) {
                long amount = Long.parseLong(form.group(1));
                return switch (form.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    case "d" -> Duration.ofDays(amount);
                    default -> Duration.ofDays(Math.multiplyExact(amount, 7L));
                };
            }
            return Duration.parse(text);
        } catch (ArithmeticException | DateTimeParseException wrong) {
            throw new TypeConversionException("'" + text + "' is no time; write 30d, 12h, 90s or 5ms");
        }
    }
}
