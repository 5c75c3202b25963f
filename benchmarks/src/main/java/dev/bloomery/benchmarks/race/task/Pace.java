package dev.bloomery.benchmarks.race.task;

/**
 * How long to measure.
 *
 * @param warmupPasses filters that are filled before the time counts
 * @param passes filters that are filled while it counts; of large ones only one
 * @param warmups iterations of queries before the time counts
 * @param iterations iterations of queries that count
 * @param millis how long an iteration of queries is
 */
public record Pace(int warmupPasses, int passes, int warmups, int iterations, int millis) {
    /** A second for each figure: enough to see a curve. */
    public static final Pace BRIEF = new Pace(5, 5, 10, 15, 40);

    public static final Pace SHORT = new Pace(5, 8, 10, 20, 40);
    public static final Pace MIDDLE = new Pace(6, 12, 20, 50, 40);
    public static final Pace THOROUGH = new Pace(8, 16, 20, 80, 40);

    /** Such as {@code 6,5,3,5,250}. */
    @Override
    public String toString() {
        return warmupPasses + "," + passes + "," + warmups + "," + iterations + "," + millis;
    }

    public static Pace parse(String text) {
        String[] parts = text.split(",");
        return new Pace(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]));
    }
}
