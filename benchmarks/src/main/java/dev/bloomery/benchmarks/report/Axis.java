package dev.bloomery.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A scale of a plot: values from {@code low} to {@code high} lie between two places of the image, evenly or by their logarithm.
 *
 * @param low the value at {@code start}
 * @param high the value at {@code end}
 * @param start the place of the lowest value
 * @param end the place of the highest; less than {@code start} on an axis that goes up
 * @param logarithmic whether equal factors, not equal differences, are equally far apart
 * @param ticks the values that get a label
 * @param label how a value is written
 */
record Axis(
        double low,
        double high,
        double start,
        double end,
        boolean logarithmic,
        List<Double> ticks,
        DoubleFunction<String> label) {

    double place(double value) {
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return start + share * (end - start);
    }

    boolean shows(double value) {
        return value >= low && value <= high;
    }

    /** An even axis whose ticks are 1, 2 or 5 times a power of ten apart. */
    static Axis linear(double least, double most, double start, double end, DoubleFunction<String> label) {
        double wish = Math.max(most - least, 1e-9) / 6;
        double power = Math.pow(10, Math.floor(Math.log10(wish)));
        double step =
                wish <= power ? power : wish <= 2 * power ? 2 * power : wish <= 5 * power ? 5 * power : 10 * power;
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(least / step); i * step <= most + step * 1e-9; i++) {
            ticks.add(i * step);
        }
        return new Axis(least, most, start, end, false, ticks, label);
    }

    /** A logarithmic axis of times with ticks at 1, 2 and 5 of each power of ten; it has room for at least a factor of four. */
    static Axis decades(double least, double most, double start, double end, DoubleFunction<String> label) {
        double middle = Math.sqrt(least * most);
        double low = Math.min(least, middle / 2);
        double high = Math.max(most, middle * 2);
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
            for (int digit : new int[] {1, 2, 5}) {
                if (digit * power >= low * 0.999999 && digit * power <= high * 1.000001) {
                    ticks.add(digit * power);
                }
            }
        }
        return new Axis(low, high, start, end, true, ticks, label);
    }

    /** A logarithmic axis of sizes with ticks at powers of two, as many as there is room for. */
    static Axis powersOfTwo(double least, double most, double start, double end, DoubleFunction<String> label) {
        int first = (int) Math.floor(log2(least));
        int last = Math.max(first + 1, (int) Math.ceil(log2(most)));
        int step = 1;
        while ((last - first) / step * 62.0 > Math.abs(end - start)) {
            step++;
        }
        List<Double> ticks = new ArrayList<>();
        for (int exponent = Math.floorDiv(first + step - 1, step) * step; exponent <= last; exponent += step) {
            ticks.add(Math.pow(2, exponent));
        }
        return new Axis(Math.pow(2, first), Math.pow(2, last), start, end, true, ticks, label);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
