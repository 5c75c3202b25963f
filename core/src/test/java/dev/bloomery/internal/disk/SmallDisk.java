package dev.bloomery.internal.disk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real disk in memory that is soon full, where this user may mount one; where not, the test is skipped. */
public final class SmallDisk implements AutoCloseable {
    private static final int PAGE = 4_096;

    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    /** Mounts one at an empty directory. */
    public static SmallDisk at(Path directory, int kibibytes) throws IOException {
        String refused = run("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", directory.toString());
        assumeTrue(refused.isEmpty(), "no small disk can be mounted here: " + refused);
        return new SmallDisk(directory);
    }

    /** Fills it with a file named "filler" so that that many pages of 4,096 bytes are free. */
    public void fillUpTo(int freePages) throws IOException {
        Path filler = directory.resolve("filler");
        Files.deleteIfExists(filler);
        long free = Files.getFileStore(directory).getUsableSpace();
        Files.write(filler, new byte[Math.toIntExact(free - (long) freePages * PAGE)]);
    }

    public void makeReadOnly() throws IOException {
        String refused = run("mount", "-o", "remount,ro", directory.toString());
        assumeTrue(refused.isEmpty(), "no disk can be made read-only here: " + refused);
    }

    @Override
    public void close() throws IOException {
        String refused = run("umount", directory.toString());
        if (!refused.isEmpty()) {
            throw new IOException(directory + " is still mounted: " + refused);
        }
    }

    /** Nothing if it succeeds, else why not. */
    private static String run(String... command) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException noSuchCommand) {
            return noSuchCommand.toString();
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.onExit().join().exitValue();
        return status == 0 ? "" : "status " + status + " " + output.strip();
    }
}
