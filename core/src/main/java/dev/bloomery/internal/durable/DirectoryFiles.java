package dev.bloomery.internal.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the names in a directory say; names of others are not looked at.
 *
 * @param snapshots their numbers, in order
 * @param journals their numbers, in order
 * @param archives their numbers, in order
 * @param unfinished names of files that were being written when the process died
 */
public record DirectoryFiles(List<Long> snapshots, List<Long> journals, List<Long> archives, List<String> unfinished) {
    public static final Numbered SNAPSHOT = new Numbered("snapshot-", ".flt");
    public static final Numbered JOURNAL = new Numbered("journal-", ".log");
    public static final Numbered ARCHIVE = new Numbered("archive-", ".log");

    /** Names with a number of 20 digits, so that they sort like their numbers. */
    public record Numbered(String prefix, String suffix) {
        private static final int DIGITS = 20;

        public String name(long number) {
            return prefix + String.format("%0" + DIGITS + "d", number) + suffix;
        }

        /** The number of a name of this form. */
        public OptionalLong number(String name) {
            if (name.length() != prefix.length() + DIGITS + suffix.length()
                    || !name.startsWith(prefix)
                    || !name.endsWith(suffix)) {
                return OptionalLong.empty();
            }
            try {
                long number = Long.parseLong(name.substring(prefix.length(), prefix.length() + DIGITS));
                return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
            } catch (NumberFormatException other) {
                return OptionalLong.empty();
            }
        }
    }

    public static DirectoryFiles of(List<String> names) {
        DirectoryFiles files =
                new DirectoryFiles(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (String name : names) {
            SNAPSHOT.number(name).ifPresent(files.snapshots::add);
            JOURNAL.number(name).ifPresent(files.journals::add);
            ARCHIVE.number(name).ifPresent(files.archives::add);
            if (name.endsWith(".tmp")
                    && (name.startsWith("." + SNAPSHOT.prefix()) || name.startsWith("." + JOURNAL.prefix()))) {
                files.unfinished.add(name);
            }
        }
        return files;
    }

    /** The number of the snapshot that counts. */
    public OptionalLong newestSnapshot() {
        return snapshots.stream().mapToLong(Long::longValue).max();
    }
}
