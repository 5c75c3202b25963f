package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Svg.Anchor;

/**
 * The part of a plot that has axes: frame, grid, ticks and what the axes say.
 *
 * @param x the axis to the right
 * @param y the axis upwards
 */
record Panel(Axis x, Axis y) {
    double left() {
        return x.start();
    }

    double right() {
        return x.end();
    }

    double top() {
        return y.end();
    }

    double bottom() {
        return y.start();
    }

    void draw(Svg svg, String xTitle, String yTitle) {
        for (double tick : x.ticks()) {
            svg.line("grid", x.place(tick), top(), x.place(tick), bottom());
            svg.text(
                    "tick",
                    Anchor.MIDDLE,
                    x.place(tick),
                    bottom() + 17,
                    x.label().apply(tick));
        }
        for (double tick : y.ticks()) {
            svg.line("grid", left(), y.place(tick), right(), y.place(tick));
            svg.text(
                    "tick", Anchor.END, left() - 8, y.place(tick) + 4, y.label().apply(tick));
        }
        svg.line("frame", left(), bottom(), right(), bottom());
        svg.line("frame", left(), top(), left(), bottom());
        svg.text("axis", Anchor.MIDDLE, (left() + right()) / 2, bottom() + 37, xTitle);
        svg.upwards("axis", left() - 46, (top() + bottom()) / 2, yTitle);
    }

    /** A dotted line across the panel at a value of the x axis, with its name at the upper end. */
    void mark(Svg svg, double value, String name) {
        svg.line("mark", x.place(value), top() - 4, x.place(value), bottom());
        svg.text("tick", Anchor.MIDDLE, x.place(value), top() - 9, name);
    }
}
