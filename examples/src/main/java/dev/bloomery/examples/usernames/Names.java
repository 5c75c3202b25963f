package dev.bloomery.examples.usernames;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names of users, and names that nobody has.
 *
 * @param taken those of users
 * @param free the others
 */
record Names(List<String> taken, List<String> free) {

    static Names madeUp(int taken, int free) {
        return new Names(
                IntStream.range(0, taken).mapToObj(i -> "user" + i).toList(),
                IntStream.range(0, free).mapToObj(i -> "newcomer" + i).toList());
    }

    /** The first lines of a file are taken, those that follow are free. */
    static Names read(Path file, int taken, int free) throws IOException {
        List<String> all;
        try (Stream<String> lines = Files.lines(file)) {
            all = lines.filter(line -> !line.isBlank())
                    .distinct()
                    .limit((long) taken + free)
                    .toList();
        }
        if (all.size() < (long) taken + free) {
            throw new IOException(
                    file.getFileName() + " has " + all.size() + " names, which is less than users and checks (" + taken
                            + " + " + free + "); use smaller numbers");
        }
        return new Names(all.subList(0, taken), all.subList(taken, all.size()));
    }
}
