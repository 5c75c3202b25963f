package dev.bloomery.internal.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file, and what of it would survive a power loss.
 *
 * <p>A file is only appended to and cut. So all that was ever in it since the last sync is a list of stages: each ends with a cut, the last
 * one is the present content, and each appended behind the size it began with.
 */
final class SimulatedFile implements SimulatedNode {
    private static final int SECTOR = 512;

    /** Content just before a cut; the bytes up to {@code from} were in an earlier stage, too. */
    private static final class Stage {
        final byte[] bytes;
        final int from;

        Stage(byte[] bytes, int from) {
            this.bytes = bytes;
            this.from = from;
        }
    }

    /** Bytes that a failed sync gave up: the system holds them for written. */
    private record Range(int from, int to) {}

    private byte[] bytes = new byte[0];
    private int size;
    private int syncedSize;
    private int from;
    private final List<Stage> earlier = new ArrayList<>();
    private final List<Range> givenUp = new ArrayList<>();
    private @Nullable SimulatedHandle lockedBy;

    SimulatedFile() {}

    /** A file whose content is certain. */
    SimulatedFile(byte[] content) {
        bytes = content.clone();
        size = content.length;
        sync();
    }

    void append(ByteBuffer added) {
        int count = added.remaining();
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + count, 2 * bytes.length));
        }
        added.get(bytes, size, count);
        size += count;
    }

    int read(ByteBuffer into, long position) {
        if (position >= size) {
            return -1;
        }
        int count = (int) Math.min(into.remaining(), size - position);
        into.put(bytes, (int) position, count);
        return count;
    }

    int size() {
        return size;
    }

    void truncate(long to) {
        if (to >= size) {
            return;
        }
        earlier.add(new Stage(content(), from));
        size = (int) to;
        from = size;
        List<Range> left = givenUp.stream()
                .filter(range -> range.from < size)
                .map(range -> new Range(range.from, Math.min(range.to, size)))
                .toList();
        givenUp.clear();
        givenUp.addAll(left);
    }

    void sync() {
        earlier.clear();
        from = size;
        syncedSize = size;
    }

    /** What was written since the last sync is in memory and counts as written, so that no later sync will write it. */
    void failSync() {
        int first = Math.min(from, syncedSize);
        for (Stage stage : earlier) {
            first = Math.min(first, stage.from);
        }
        if (first < size) {
            givenUp.add(new Range(first, size));
        }
    }

    byte[] content() {
        return Arrays.copyOf(bytes, size);
    }

    boolean lock(SimulatedHandle handle) {
        if (lockedBy != null) {
            return false;
        }
        lockedBy = handle;
        return true;
    }

    void unlock(SimulatedHandle handle) {
        if (lockedBy == handle) {
            lockedBy = null;
        }
    }

    @Override
    public SimulatedFile copy(Map<SimulatedNode, SimulatedNode> copies) {
        return (SimulatedFile) copies.computeIfAbsent(this, unused -> {
            SimulatedFile copy = new SimulatedFile();
            copy.bytes = content();
            copy.size = size;
            copy.syncedSize = syncedSize;
            copy.from = from;
            copy.earlier.addAll(earlier);
            copy.givenUp.addAll(givenUp);
            return copy;
        });
    }

    @Override
    public SimulatedFile afterPowerLoss(Fate fate, RandomGenerator random) {
        byte[] left = switch (fate) {
            case KEPT -> content();
            case LOST -> synced();
            case RANDOM -> isSynced() ? content() : anyOutcome(random);
        };
        for (Range range : givenUp) {
            overwrite(left, range, fate, random);
        }
        return new SimulatedFile(left);
    }

    private boolean isSynced() {
        return earlier.isEmpty() && size == syncedSize;
    }

    private byte[] synced() {
        return Arrays.copyOf(earlier.isEmpty() ? bytes : earlier.get(0).bytes, syncedSize);
    }

    private byte[] anyOutcome(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> content();
            case 1 -> synced();
            case 2 -> torn(random);
            default -> mixed(random);
        };
    }

    /** Everything up to some moment, and of what was being appended then only a part. */
    private byte[] torn(RandomGenerator random) {
        int at = random.nextInt(earlier.size() + 1);
        Stage stage = at < earlier.size() ? earlier.get(at) : new Stage(content(), from);
        int end = random.nextInt(4) == 0 ? stage.from : random.nextInt(stage.from, stage.bytes.length + 1);
        return Arrays.copyOf(stage.bytes, end);
    }

    /** Some sectors as they are now, some as they were, and where the file only grew, zeros or what was there before. */
    private byte[] mixed(RandomGenerator random) {
        byte[] before = synced();
        byte[] now = content();
        int least = Math.min(before.length, now.length);
        int most = Math.max(before.length, now.length);
        byte[] left = new byte[random.nextBoolean() ? now.length : random.nextInt(least, most + 1)];
        if (random.nextBoolean()) {
            random.nextBytes(left);
        }
        for (int start = 0; start < left.length; start += SECTOR) {
            byte[] source = random.nextBoolean() ? now : before;
            int end = Math.min(start + SECTOR, Math.min(left.length, source.length));
            if (start < end) {
                System.arraycopy(source, start, left, start, end - start);
            }
        }
        return left;
    }

    private static void overwrite(byte[] content, Range range, Fate fate, RandomGenerator random) {
        for (int start = range.from; start < Math.min(range.to, content.length); ) {
            int end = Math.min(Math.min(range.to, content.length), (start / SECTOR + 1) * SECTOR);
            if (fate == Fate.LOST || (fate == Fate.RANDOM && random.nextBoolean())) {
                Arrays.fill(content, start, end, (byte) 0);
            }
            start = end;
        }
    }
}
