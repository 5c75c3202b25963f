package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that stops at a chosen step, and knows what a real one would have then: after the death of the process all that was written,
 * after that of the machine only what was synced.
 */
public final class CrashingDisk implements Disk {
    private final Map<Path, Content> names = new HashMap<>();
    private final Map<Path, Content> durableNames = new HashMap<>();
    private final Set<Path> directories = new HashSet<>();

    /** Syncs that do nothing, for a control. */
    public boolean lies;

    /** Steps left before it stops. */
    public long stepsLeft = Long.MAX_VALUE;

    public long steps;

    private static final class Content {
        byte[] bytes = {};
        byte[] durable = {};
        boolean locked;
    }

    /** The end of the process or the machine. */
    public static final class Crash extends IOException {
        private static final long serialVersionUID = 1;
    }

    private void step() throws IOException {
        if (stepsLeft <= 0) {
            throw new Crash();
        }
        stepsLeft--;
        steps++;
    }

    /** What is there when the process, or the machine, comes back. */
    public CrashingDisk after(boolean machineDied) {
        CrashingDisk next = new CrashingDisk();
        next.directories.addAll(directories);
        (machineDied ? durableNames : names).forEach((path, content) -> {
            Content kept = new Content();
            kept.bytes = machineDied ? content.durable : content.bytes;
            kept.durable = kept.bytes;
            next.names.put(path, kept);
            next.durableNames.put(path, kept);
        });
        return next;
    }

    public byte[] bytes(Path path) {
        return content(path).bytes.clone();
    }

    public void setBytes(Path path, byte[] bytes) {
        content(path).bytes = bytes;
        content(path).durable = bytes;
    }

    private Content content(Path path) {
        Content content = names.get(path);
        if (content == null) {
            throw new IllegalArgumentException("no file " + path);
        }
        return content;
    }

    /** Files other than the lock and what is temporary. */
    public List<Path> files() {
        return names.keySet().stream()
                .filter(path -> !path.endsWith("lock"))
                .sorted()
                .toList();
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        step();
        if (names.containsKey(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Content content = new Content();
        names.put(file, content);
        return new Open(content);
    }

    @Override
    public DiskFile openToRead(Path file) throws IOException {
        return openToWrite(file);
    }

    @Override
    public DiskFile openToWrite(Path file) throws IOException {
        @Nullable Content content = names.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return new Open(content);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step();
        names.put(to, content(from));
        names.remove(from);
    }

    @Override
    public void delete(Path file) throws IOException {
        step();
        if (names.remove(file) == null) {
            throw new NoSuchFileException(file.toString());
        }
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        step();
        if (!lies) {
            durableNames.clear();
            durableNames.putAll(names);
        }
    }

    @Override
    public void createDirectory(Path directory) {
        directories.add(directory);
    }

    @Override
    public boolean isDirectory(Path path) {
        return directories.contains(path);
    }

    @Override
    public boolean exists(Path path) {
        return names.containsKey(path);
    }

    @Override
    public List<String> list(Path directory) {
        List<String> list = new ArrayList<>();
        names.keySet().forEach(path -> list.add(path.getFileName().toString()));
        return list.stream().sorted().toList();
    }

    private final class Open implements DiskFile {
        private final Content content;
        private boolean holdsLock;

        Open(Content content) {
            this.content = content;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            int taken = stepsLeft == 0 ? length / 2 : length; // the last write is torn
            byte[] longer = Arrays.copyOf(content.bytes, content.bytes.length + taken);
            bytes.get(longer, content.bytes.length, taken);
            if (stepsLeft >= 0) {
                content.bytes = longer;
            }
            if (stepsLeft == 0) {
                stepsLeft = -1;
            }
            step();
        }

        @Override
        public int read(ByteBuffer into, long position) {
            if (position >= content.bytes.length) {
                return -1;
            }
            int count = (int) Math.min(into.remaining(), content.bytes.length - position);
            into.put(content.bytes, (int) position, count);
            return count;
        }

        @Override
        public long size() {
            return content.bytes.length;
        }

        @Override
        public void truncate(long size) throws IOException {
            step();
            content.bytes = Arrays.copyOf(content.bytes, (int) size);
        }

        @Override
        public void sync() throws IOException {
            step();
            if (!lies) {
                content.durable = content.bytes;
            }
        }

        @Override
        public boolean tryLock() {
            if (content.locked) {
                return false;
            }
            content.locked = true;
            holdsLock = true;
            return true;
        }

        @Override
        public void close() {
            if (holdsLock) {
                content.locked = false;
            }
        }
    }
}
