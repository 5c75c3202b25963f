package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Svg.Anchor;
import java.util.ArrayList;
import java.util.List;

/**
 * Places for the labels of points such that no label lies on another, on a point or outside of its panel. Each label takes the
 * best place that those before it have left; one that finds none close by goes further away and needs a line to its point.
 */
final class PointLabels {
    private static final double HEIGHT = 14;
    private static final double GAP = 9;

    /**
     * Where a label came to lie.
     *
     * @param x its left edge
     * @param baseline where its letters stand
     * @param width how wide it is
     * @param anchor the side that it has to its point
     * @param far whether it needs a line to its point
     */
    record Place(double x, double baseline, double width, Anchor anchor, boolean far) {
        /** Where the anchor of the text is. */
        double anchorX() {
            return switch (anchor) {
                case START -> x;
                case MIDDLE -> x + width / 2;
                case END -> x + width;
            };
        }

        /** The point of the label's box that is next to a place. */
        double[] nearest(double toX, double toY) {
            double top = baseline - HEIGHT + 3;
            return new double[] {Math.max(x, Math.min(x + width, toX)), Math.max(top, Math.min(top + HEIGHT, toY))};
        }
    }

    private record Box(double left, double top, double right, double bottom) {
        double overlap(Box other) {
            double wide = Math.min(right, other.right) - Math.max(left, other.left);
            double high = Math.min(bottom, other.bottom) - Math.max(top, other.top);
            return wide > 0 && high > 0 ? wide * high : 0;
        }
    }

    private final Box panel;
    private final List<Box> taken = new ArrayList<>();

    PointLabels(double left, double top, double right, double bottom) {
        panel = new Box(left, top, right, bottom);
    }

    /** Keeps labels away from something round. All points come before the first label. */
    void avoid(double x, double y, double radius) {
        taken.add(new Box(x - radius, y - radius, x + radius, y + radius));
    }

    /** Keeps labels away from a box, such as another text. */
    void avoid(double left, double top, double right, double bottom) {
        taken.add(new Box(left, top, right, bottom));
    }

    /** Finds the place of the label of a point and keeps it. */
    Place place(double x, double y, double width) {
        Place best = null;
        double least = Double.MAX_VALUE;
        for (int ring = 0; ring < 10; ring++) {
            double away = GAP + ring * 9.0;
            for (double angle : new double[] {0, 180, -30, 30, -150, 150, -60, 60, -120, 120, -90, 90}) {
                double middleX = x + Math.cos(Math.toRadians(angle)) * (away + width / 2);
                double middleY = y + Math.sin(Math.toRadians(angle)) * (away + HEIGHT / 2);
                Box box = new Box(middleX - width / 2, middleY - HEIGHT / 2, middleX + width / 2, middleY + HEIGHT / 2);
                double cost = cost(box) + ring * 0.01;
                if (cost < least) {
                    least = cost;
                    best = new Place(box.left(), box.bottom() - 3, width, anchor(box, x), ring > 1);
                }
            }
            if (least < 1) {
                break; // nothing in the way: no need to look further out
            }
        }
        taken.add(new Box(best.x(), best.baseline() + 3 - HEIGHT, best.x() + width, best.baseline() + 3));
        return best;
    }

    private static Anchor anchor(Box box, double x) {
        return box.left() >= x ? Anchor.START : box.right() <= x ? Anchor.END : Anchor.MIDDLE;
    }

    private double cost(Box box) {
        double cost = 0;
        for (Box other : taken) {
            cost += box.overlap(other);
        }
        double outside = Math.max(0, panel.left() - box.left())
                + Math.max(0, box.right() - panel.right())
                + Math.max(0, panel.top() - box.top())
                + Math.max(0, box.bottom() - panel.bottom());
        return cost + outside * 100;
    }
}
