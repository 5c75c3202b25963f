package dev.bloomery.benchmarks.race.task;

/** An operation and by how many threads at the same time it is done. */
public record Measure(Operation operation, int threads) {

    /** Such as {@code hit:2}. */
    @Override
    public String toString() {
        return operation.label() + ":" + threads;
    }

    public static Measure parse(String text) {
        int colon = text.lastIndexOf(':');
        return new Measure(Operation.of(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }
}
