package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.lines.Inputs;
import dev.bloomery.cli.lines.KeyBatch;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineEnd;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.lines.LineOutput;
import dev.bloomery.file.Progress;
import dev.bloomery.spec.ScalableSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** {@code dedupe --remember DIR FILE} with its rule broken: lines are remembered before they are printed. The tests must catch it. */
final class JournalFirstDedupe {

    private JournalFirstDedupe() {}

    public static void main(String... arguments) throws IOException {
        DurableDirectory directory = DurableDirectory.openOrCreate(Path.of(arguments[0]), ScalableSpec.of(1e-6), false);
        Seen seen = new KeptAtOnce(new SeenInDirectory(directory));
        LineOutput out = new LineOutput(LineEnd.LF);
        DedupeRun run = new DedupeRun(seen, new OutputFirst(out, seen), out, false);
        run.read(new KeyInput(new Inputs(List.of(Path.of(arguments[1]))), new LineOptions()), Progress.NONE);
        boolean unused = run.stop();
    }

    private record KeptAtOnce(Seen seen) implements Seen {
        @Override
        public long hash(ByteBuffer key) {
            return seen.hash(key);
        }

        @Override
        public void test(KeyBatch keys, boolean[] isNew) throws IOException {
            seen.test(keys, isNew);
            seen.keep();
        }

        @Override
        public void keep() throws IOException {
            seen.keep();
        }

        @Override
        public int unkept() {
            return seen.unkept();
        }

        @Override
        public double fpp() {
            return seen.fpp();
        }

        @Override
        public double targetFpp() {
            return seen.targetFpp();
        }

        @Override
        public long memoryBytes() {
            return seen.memoryBytes();
        }

        @Override
        public void close() throws IOException {
            seen.close();
        }
    }
}
