package dev.bloomery.cli.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of memory: {@code 2GB}, {@code 512MiB}, {@code 1e9}. */
public final class SizeConverter implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9.]+(?:e[0-9]+)?)\\s*([kmgt]?)(i?)b?");
    private static final String UNITS = "kmgt";

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        try {
            if (form.matches()) {
                int power = form.group(2).isEmpty() ? 0 : UNITS.indexOf(form.group(2)) + 1;
                BigDecimal unit = BigDecimal.valueOf(form.group(3).isEmpty() ? 1000 : 1024)
                        .pow(power);
                return new BigDecimal(form.group(1))
                        .multiply(unit)
                        .toBigInteger()
                        .longValueExact();
            }
        } catch (ArithmeticException | NumberFormatException wrong) {
            // told below
        }
        throw new TypeConversionException(
                "'" + text + "' is no amount of memory; write 2GB, 512MiB or a number of bytes");
    }
}
