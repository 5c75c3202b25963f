package dev.bloomery.benchmarks.report;

import java.util.Locale;

/**
 * An SVG image in the making. Colours are classes of a style sheet that has a light and a dark scheme, each with its own
 * background, so that the image fits a page in either.
 */
final class Svg {
    /** How text lies to its position. */
    enum Anchor {
        START("start"),
        MIDDLE("middle"),
        END("end");

        private final String attribute;

        Anchor(String attribute) {
            this.attribute = attribute;
        }
    }

    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title, String style) {
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">%n",
                width,
                height,
                width,
                height));
        text.append("<title>").append(escape(title)).append("</title>\n");
        text.append("<style>\n").append(style).append("</style>\n");
        text.append(String.format(
                Locale.ROOT,
                "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"6\"/>%n",
                width - 1,
                height - 1));
    }

    void line(String css, double x1, double y1, double x2, double y2) {
        text.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                css,
                x1,
                y1,
                x2,
                y2));
    }

    void path(String css, Iterable<double[]> corners) {
        StringBuilder path = new StringBuilder();
        for (double[] corner : corners) {
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : " L", corner[0], corner[1]));
        }
        text.append("<path class=\"").append(css).append("\" d=\"").append(path).append("\"/>\n");
    }

    void circle(String css, double x, double y, double radius) {
        text.append(String.format(
                Locale.ROOT, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>%n", css, x, y, radius));
    }

    void text(String css, Anchor anchor, double x, double y, String content) {
        text.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                css,
                anchor.attribute,
                x,
                y,
                escape(content)));
    }

    /** The text that stands along a vertical axis, read from below. */
    void upwards(String css, double x, double y, String content) {
        text.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" text-anchor=\"middle\" transform=\"translate(%.1f %.1f) rotate(-90)\">%s</text>%n",
                css,
                x,
                y,
                escape(content)));
    }

    /** How wide a text is, roughly, in a usual sans-serif font of this size; rather too wide than too narrow. */
    static double width(String content, double fontSize) {
        double ems = 0;
        for (char c : content.toCharArray()) {
            ems += "iljtfrI.,:;|'()[] ".indexOf(c) >= 0 ? 0.34 : "mwMW%@".indexOf(c) >= 0 ? 0.9 : 0.59;
        }
        return ems * fontSize;
    }

    /** Takes the characters that have a meaning in XML, and those that it forbids, out of a text. */
    static String escape(String content) {
        return content.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replaceAll("[\\p{Cntrl}\\uD800-\\uDFFF\\uFFFE\\uFFFF]", " ");
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
