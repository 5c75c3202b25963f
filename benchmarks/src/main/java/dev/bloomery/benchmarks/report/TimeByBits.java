package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Svg.Anchor;
import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The plot {@code time-by-bits.svg}: the time of a miss over the bits a key at the same FPP, a panel for each size. */
final class TimeByBits {
    private static final int WIDTH = 860;
    private static final double LEFT = 72;
    private static final double RIGHT = WIDTH - 28.0;
    private static final double PANEL = 440;
    private static final double HEAD = 88;
    private static final double FOOT = 34;
    private static final double RADIUS = 5.5;
    /** Contestants with so many times the least bits are not shown. */
    private static final double TOO_LARGE = 1.5;

    private static final String SHARED = " shared";
    private static final String TITLE = "Time of a query and size of the filter at the same FPP";

    /** A point of the plot. */
    private record Dot(String contestant, double bits, double nanos, boolean delivers) {}

    private final Figures figures;
    private final List<Point> points;
    private final Facts facts;

    private TimeByBits(Report report) {
        figures = new Figures(report.results());
        facts = new Facts(report.environment());
        points = Stream.of(Goals.LONG_1M, Goals.LONG_100M)
                .filter(point -> dots(point).size() > 1)
                .toList();
    }

    /** The plot, or nothing if there are not two contestants to be seen side by side. */
    static Optional<String> plot(Report report) {
        TimeByBits plot = new TimeByBits(report);
        return plot.points.isEmpty() ? Optional.empty() : Optional.of(plot.draw());
    }

    /** Those that are not so large that the others would be pressed together; of each of ours one way of adding. */
    private List<Dot> dots(Point point) {
        List<String> contestants = figures.contestants(point);
        double least = contestants.stream()
                .filter(contestant -> figures.delivers(contestant, point))
                .mapToDouble(contestant -> figures.bitsPerKey(contestant, point))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        return contestants.stream()
                .filter(contestant -> !Names.isFloor(contestant) && !contestants.contains(unshared(contestant)))
                .map(contestant -> new Dot(
                        contestant,
                        figures.bitsPerKey(contestant, point),
                        figures.nanos(contestant, point, Names.MISS),
                        figures.delivers(contestant, point)))
                .filter(dot -> dot.bits() <= TOO_LARGE * least && Double.isFinite(dot.nanos()))
                .toList();
    }

    /** The single-writer twin of a shared one of ours: both answer queries alike. */
    private static String unshared(String contestant) {
        return contestant.endsWith(SHARED) ? contestant.substring(0, contestant.length() - SHARED.length()) : "";
    }

    private String draw() {
        List<Dot> all = points.stream().flatMap(point -> dots(point).stream()).toList();
        PlotStyle style =
                new PlotStyle(all.stream().map(Dot::contestant).distinct().toList());
        int height = (int) (HEAD + points.size() * PANEL + FOOT);
        Svg svg = new Svg(WIDTH, height, TITLE, style.sheet());
        svg.text("title", Anchor.START, 24, 34, TITLE);
        boolean hollow = all.stream().anyMatch(dot -> !dot.delivers());
        String subtitle = "Misses of long keys, one thread, FPP " + Format.percent(Goals.FPP)
                + ". Lower is faster, further left is smaller.";
        svg.text("subtitle", Anchor.START, 24, 54, subtitle + (hollow ? " Hollow: does not deliver the FPP." : ""));
        String without = "Without contestants of more than " + Format.plain(TOO_LARGE) + " times the least bits.";
        svg.text("hint", Anchor.START, 24, 72, without);
        double least = all.stream().mapToDouble(Dot::bits).min().orElseThrow();
        double most = all.stream().mapToDouble(Dot::bits).max().orElseThrow();
        double margin = Math.max(0.4, (most - least) * 0.12);
        for (int i = 0; i < points.size(); i++) {
            double top = HEAD + i * PANEL + 44;
            Axis x = Axis.linear(least - margin, most + margin, LEFT, RIGHT, Format::plain);
            panel(svg, style, points.get(i), x, top);
        }
        svg.text("footer", Anchor.START, 24, height - 14.0, facts.footer());
        return svg.toString();
    }

    private void panel(Svg svg, PlotStyle style, Point point, Axis x, double top) {
        List<Dot> dots = dots(point);
        double fastest = dots.stream().mapToDouble(Dot::nanos).min().orElseThrow();
        double slowest = dots.stream().mapToDouble(Dot::nanos).max().orElseThrow();
        Axis y = Axis.decades(fastest / 1.35, slowest * 1.35, top + PANEL - 104, top, Format::plain);
        Panel panel = new Panel(x, y);
        panel.draw(svg, "bits a key", "ns a query (log scale)");
        svg.text("heading", Anchor.START, 24, top - 20, Format.keys(point.keys()) + " keys");
        PointLabels labels = new PointLabels(panel.left() + 4, panel.top(), panel.right(), panel.bottom() - 4);
        leastBits(svg, panel, point.askedFpp());
        List<Dot> order = new ArrayList<>(dots);
        order.sort(Comparator.comparing((Dot dot) -> Names.isPeer(dot.contestant()))
                .thenComparing(Comparator.comparingDouble(Dot::nanos)));
        for (Dot dot : order) {
            labels.avoid(x.place(dot.bits()), y.place(dot.nanos()), RADIUS + 1);
        }
        for (Dot dot : order) {
            label(svg, style, labels, dot, x.place(dot.bits()), y.place(dot.nanos()));
        }
        Collections.reverse(order); // ours on top
        for (Dot dot : order) {
            String css = dot.delivers() ? style.fill(dot.contestant()) : "hollow " + style.stroke(dot.contestant());
            svg.circle(css, x.place(dot.bits()), y.place(dot.nanos()), RADIUS);
        }
    }

    /** Where the bits of the textbook's Bloom filter are, which no filter that takes adds undercuts by much. */
    private static void leastBits(Svg svg, Panel panel, double fpp) {
        double bits = -Math.log(fpp) / Math.pow(Math.log(2), 2);
        if (panel.x().shows(bits)) {
            panel.mark(svg, bits, "least of a Bloom filter");
        }
    }

    private static void label(Svg svg, PlotStyle style, PointLabels labels, Dot dot, double x, double y) {
        String text = Names.isStatic(dot.contestant()) ? dot.contestant() + " (static)" : dot.contestant();
        boolean ours = Names.isOurs(dot.contestant());
        PointLabels.Place place = labels.place(x, y, Svg.width(text, PlotStyle.LABEL_SIZE) * (ours ? 1.05 : 1));
        if (place.far()) {
            double[] end = place.nearest(x, y);
            svg.line("leader", x, y, end[0], end[1]);
        }
        String css = "halo " + style.fill(dot.contestant()) + (ours ? " ours" : "");
        svg.text(css, place.anchor(), place.anchorX(), place.baseline(), text);
    }
}
