package dev.bloomery.cli.text;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of things: {@code 1000000}, {@code 1_000_000}, {@code 1e6}, {@code 2.5e9}. */
public final class CountConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            long count = new BigDecimal(text.replace("_", "").replace(",", "")).longValueExact();
            if (count >= 0) {
                return count;
            }
        } catch (ArithmeticException | NumberFormatException wrong) {
            // told below
        }
        throw new TypeConversionException("'" + text + "' is no number of keys; write 1000000 or 1e6");
    }
}
