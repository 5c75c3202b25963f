package dev.bloomery.internal.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The content of a file, and what of it would survive a power loss: what it was at the last sync, and the changes since, in order. */
final class SimulatedFile implements SimulatedNode {
    private static final int SECTOR = 512;

    /** Bytes written from a position on, or a cut to a size. */
    private static final class Change {
        final int position;
        final byte @Nullable [] written;

        Change(int position, byte @Nullable [] written) {
            this.position = position;
            this.written = written;
        }
    }

    /** Bytes that a failed sync gave up: the system holds them for written. */
    private record Range(int from, int to) {}

    /** Bytes that can grow and be cut. */
    private static final class Content {
        byte[] bytes;
        int size;

        Content(byte[] bytes) {
            this.bytes = bytes;
            this.size = bytes.length;
        }

        /** Does the first part of a change, all of it for 1; a cut is done or not. */
        void apply(Change change, double part) {
            byte[] written = change.written;
            if (written == null) {
                size = part < 1 ? size : change.position;
                return;
            }
            int count = (int) (written.length * part);
            int end = change.position + count;
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
            }
            if (change.position > size) {
                Arrays.fill(bytes, size, change.position, (byte) 0);
            }
            System.arraycopy(written, 0, bytes, change.position, count);
            size = Math.max(size, end);
        }

        byte[] copy() {
            return Arrays.copyOf(bytes, size);
        }
    }

    private final Content now;
    private final Content synced;
    private final List<Change> changes = new ArrayList<>();
    private final List<Range> givenUp = new ArrayList<>();
    private @Nullable SimulatedHandle lockedBy;

    SimulatedFile() {
        this(new byte[0]);
    }

    /** A file whose content is certain. */
    SimulatedFile(byte[] content) {
        now = new Content(content.clone());
        synced = new Content(content.clone());
    }

    private SimulatedFile(SimulatedFile original) {
        now = new Content(original.now.copy());
        synced = new Content(original.synced.copy());
        changes.addAll(original.changes);
        givenUp.addAll(original.givenUp);
    }

    void append(ByteBuffer added) {
        write(added, now.size);
    }

    void write(ByteBuffer added, long position) {
        byte[] written = new byte[added.remaining()];
        added.get(written);
        if (written.length > 0) {
            change(new Change(Math.toIntExact(position), written));
        }
    }

    private void change(Change change) {
        changes.add(change);
        now.apply(change, 1);
    }

    int read(ByteBuffer into, long position) {
        if (position >= now.size) {
            return -1;
        }
        int count = (int) Math.min(into.remaining(), now.size - position);
        into.put(now.bytes, (int) position, count);
        return count;
    }

    int size() {
        return now.size;
    }

    void truncate(long to) {
        if (to >= now.size) {
            return;
        }
        change(new Change((int) to, null));
        List<Range> left = givenUp.stream()
                .filter(range -> range.from < now.size)
                .map(range -> new Range(range.from, Math.min(range.to, now.size)))
                .toList();
        givenUp.clear();
        givenUp.addAll(left);
    }

    void sync() {
        changes.forEach(change -> synced.apply(change, 1));
        changes.clear();
    }

    /** What was written since the last sync is in memory and counts as written, so that no later sync will write it. */
    void failSync() {
        for (Change change : changes) {
            if (change.written != null && change.position < now.size) {
                givenUp.add(new Range(change.position, Math.min(now.size, change.position + change.written.length)));
            }
        }
    }

    byte[] content() {
        return now.copy();
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
        return (SimulatedFile) copies.computeIfAbsent(this, unused -> new SimulatedFile(this));
    }

    @Override
    public SimulatedFile afterPowerLoss(Fate fate, RandomGenerator random) {
        byte[] left = switch (fate) {
            case KEPT -> content();
            case LOST -> synced.copy();
            case RANDOM -> changes.isEmpty() ? content() : anyOutcome(random);
        };
        for (Range range : givenUp) {
            overwrite(left, range, fate, random);
        }
        return new SimulatedFile(left);
    }

    private byte[] anyOutcome(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> content();
            case 1 -> synced.copy();
            case 2 -> torn(random);
            default -> mixed(random);
        };
    }

    /** Everything up to some moment, and of what was being written then only a part. */
    private byte[] torn(RandomGenerator random) {
        Content left = new Content(synced.copy());
        int whole = random.nextInt(changes.size());
        for (Change change : changes.subList(0, whole)) {
            left.apply(change, 1);
        }
        left.apply(changes.get(whole), random.nextInt(4) == 0 ? 0 : random.nextDouble());
        return left.copy();
    }

    /** Some sectors as they are now, some as they were, and where the file only grew, zeros or what was there before. */
    private byte[] mixed(RandomGenerator random) {
        byte[] before = synced.copy();
        byte[] after = content();
        int least = Math.min(before.length, after.length);
        int most = Math.max(before.length, after.length);
        int length = switch (random.nextInt(3)) {
            case 0 -> before.length;
            case 1 -> after.length;
            default -> random.nextInt(least, most + 1);
        };
        byte[] left = new byte[length];
        if (random.nextBoolean()) {
            random.nextBytes(left);
        }
        System.arraycopy(before, 0, left, 0, Math.min(before.length, left.length));
        for (int start = 0; start < left.length; start += SECTOR) {
            int end = Math.min(start + SECTOR, Math.min(left.length, after.length));
            if (random.nextBoolean() && start < end) {
                System.arraycopy(after, start, left, start, end - start);
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
