package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Svg.Anchor;
import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The plot {@code time-by-size.svg}: the time of a miss over the size of the filter, from the first cache to main memory. */
final class TimeBySize {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 560;
    private static final double LEFT = 72;
    private static final double TOP = 100;
    private static final double BOTTOM = HEIGHT - 84.0;
    private static final double LINE_HEIGHT = 15;
    private static final int FEWEST_SIZES = 3;
    private static final String TITLE = "Time of a query as the filter outgrows the caches";

    /** A line of the plot: pairs of bytes and nanoseconds. */
    private record Series(String contestant, String label, String css, List<double[]> pairs) {
        double[] last() {
            return pairs.get(pairs.size() - 1);
        }
    }

    private final Figures figures;
    private final Facts facts;
    private final List<Point> sizes;
    private final List<Series> lines = new ArrayList<>();

    private TimeBySize(Report report) {
        figures = new Figures(report.results());
        facts = new Facts(report.environment());
        sizes = figures.sizes(Goals.LONG_1M);
        for (String contestant : sizes.stream()
                .flatMap(point -> figures.contestants(point).stream())
                .filter(contestant -> !Names.isFloor(contestant))
                .distinct()
                .toList()) {
            boolean reference = contestant.equals(Names.BLOCKED);
            add(
                    contestant,
                    contestant,
                    reference ? "thick" : "",
                    point -> figures.nanos(contestant, point, Names.MISS));
            if (Names.isOurs(contestant)) {
                add(
                        contestant,
                        contestant + ", batch",
                        (reference ? "thick" : "") + " dashed",
                        point -> figures.nanos(contestant, point, Names.BATCH_MISS));
            }
        }
        boolean batch = lines.stream().anyMatch(line -> line.css().contains("dashed"));
        if (!lines.isEmpty()) {
            floor("single read", "", Names.SINGLE_READ);
        }
        if (batch) {
            floor("overlapped read", "dashed", Names.OVERLAPPED_READ);
        }
    }

    /** With the hash, if it was measured. */
    private void floor(String label, String css, String read) {
        double hash = new Floor(figures, Goals.LONG_1M).hash();
        add(
                Names.FLOOR,
                "floor: " + label + (Double.isNaN(hash) ? "" : " + hash"),
                css,
                point -> new Floor(figures, point).read(read) + (Double.isNaN(hash) ? 0 : hash));
    }

    /** The plot, or nothing if no contestant was measured at three sizes or more. */
    static Optional<String> plot(Report report) {
        TimeBySize plot = new TimeBySize(report);
        return plot.lines.isEmpty() ? Optional.empty() : Optional.of(plot.draw());
    }

    private void add(String contestant, String label, String css, ToDoubleFunction<Point> nanos) {
        List<double[]> pairs = new ArrayList<>();
        for (Point point : sizes) {
            double bytes = bitsPerKey(contestant, point) * point.keys() / 8;
            double time = nanos.applyAsDouble(point);
            if (bytes > 0 && time > 0) {
                pairs.add(new double[] {bytes, time});
            }
        }
        if (pairs.size() >= FEWEST_SIZES) {
            lines.add(new Series(contestant, label, css, pairs));
        }
    }

    /** The floor reads an array as large as our filter where its own size is not among the results. */
    private double bitsPerKey(String contestant, Point point) {
        double bits = figures.bitsPerKey(contestant, point);
        return bits > 0 || !contestant.equals(Names.FLOOR) ? bits : figures.bitsPerKey(Names.BLOCKED, point);
    }

    private String draw() {
        PlotStyle style =
                new PlotStyle(lines.stream().map(Series::contestant).distinct().toList());
        Svg svg = new Svg(WIDTH, HEIGHT, TITLE, style.sheet());
        svg.text("title", Anchor.START, 24, 34, TITLE);
        svg.text(
                "subtitle",
                Anchor.START,
                24,
                54,
                "Misses of long keys, one thread, FPP " + Format.percent(Goals.FPP)
                        + ". Lower is faster; dashed: many keys at once.");
        double widest = lines.stream()
                .mapToDouble(line -> Svg.width(line.label(), PlotStyle.LABEL_SIZE) * 1.05)
                .max()
                .orElseThrow();
        double right = WIDTH - 24 - widest - 26;
        Panel panel = new Panel(
                Axis.powersOfTwo(least(0), most(0), LEFT, right, Format::size),
                Axis.decades(least(1) / 1.2, most(1) * 1.2, BOTTOM, TOP, Format::plain));
        panel.draw(svg, "size of the filter (log scale)", "ns a query (log scale)");
        for (int level = 1; level <= 3; level++) {
            String name = "L" + level;
            facts.cache(level).ifPresent(bytes -> {
                if (panel.x().shows(bytes)) {
                    panel.mark(svg, bytes, name);
                }
            });
        }
        for (int i = lines.size() - 1; i >= 0; i--) { // ours, measured first, on top
            line(svg, style, panel, lines.get(i));
        }
        labels(svg, style, panel);
        svg.text("footer", Anchor.START, 24, HEIGHT - 14.0, facts.footer());
        return svg.toString();
    }

    private void line(Svg svg, PlotStyle style, Panel panel, Series line) {
        List<double[]> corners = line.pairs().stream()
                .map(pair -> new double[] {panel.x().place(pair[0]), panel.y().place(pair[1])})
                .toList();
        svg.path("line " + style.stroke(line.contestant()) + " " + line.css(), corners);
        for (double[] corner : corners) {
            svg.circle(
                    style.fill(line.contestant()),
                    corner[0],
                    corner[1],
                    line.css().contains("thick") ? 3 : 2.2);
        }
    }

    private void labels(Svg svg, PlotStyle style, Panel panel) {
        double[] wished = lines.stream()
                .mapToDouble(line -> panel.y().place(line.last()[1]))
                .toArray();
        double[] heights = EndLabels.spread(wished, LINE_HEIGHT, panel.top() + 4, panel.bottom() - 4);
        double x = panel.right() + 26;
        for (int i = 0; i < lines.size(); i++) {
            Series line = lines.get(i);
            double end = panel.x().place(line.last()[0]);
            svg.path(
                    "leader",
                    List.of(
                            new double[] {end + 5, wished[i]},
                            new double[] {Math.max(end + 5, panel.right() + 3), wished[i]},
                            new double[] {x - 4, heights[i]}));
            String css = style.fill(line.contestant()) + (Names.isOurs(line.contestant()) ? " ours" : "");
            svg.text(css, Anchor.START, x, heights[i] + 4, line.label());
        }
    }

    private double least(int of) {
        return lines.stream()
                .flatMap(line -> line.pairs().stream())
                .mapToDouble(pair -> pair[of])
                .min()
                .orElseThrow();
    }

    private double most(int of) {
        return lines.stream()
                .flatMap(line -> line.pairs().stream())
                .mapToDouble(pair -> pair[of])
                .max()
                .orElseThrow();
    }
}
