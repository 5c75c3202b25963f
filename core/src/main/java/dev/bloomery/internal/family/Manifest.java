package dev.bloomery.internal.family;

import dev.bloomery.internal.disk.AtomicFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.snapshot.DamagedSnapshotException;
import dev.bloomery.snapshot.NotASnapshotException;
import dev.bloomery.snapshot.SnapshotTooNewException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a family is, and the last checkpoint of each of its stripes: the file {@code family}, replaced as a whole. Little-endian:
 *
 * <pre>
 *  0  8  magic 89 42 4C 46 0D 0A 1A 0A ("BLF" between bytes that a transfer as text would change)
 *  8  4  version, 1
 * 12  4  flags: 1 owners are hashed as longs, 2 keys are
 * 16  8  number of the family, drawn when it was created; its logs have it, too
 * 24  8  known answer: what a hash under this seed must give
 * 32 16  seed, the lower 64 bits first
 * 48     the plan, with the sizes of everything: see {@link OwnerPlan#writeTo}
 *    16  name of the hash, ASCII, then zeros
 *     4  number of stripes, 64
 *        for each: generation of its log 8, length of it 8, flags 4: 1 of owners that are not in it nothing is known
 * -4  4  CRC32C of all before
 * </pre>
 */
public record Manifest(
        boolean longOwners,
        boolean longKeys,
        long family,
        long knownAnswer,
        long seedLow,
        long seedHigh,
        OwnerPlan plan,
        String hash,
        List<Checkpoint> checkpoints) {
    static final String FILE = "family";

    private static final long MAGIC = 0x0A1A0A0D464C4289L;
    private static final int VERSION = 1;
    private static final int START = 16;
    private static final int HASH_NAME = 16;
    private static final int FIXED = 48 + OwnerPlan.STORED_BYTES + HASH_NAME + 4;
    private static final int ROW = 20;
    private static final int LENGTH = FIXED + OwnerStore.STRIPES * ROW + 4;

    public Manifest {
        checkpoints = List.copyOf(checkpoints);
    }

    Manifest with(List<Checkpoint> newer) {
        return new Manifest(longOwners, longKeys, family, knownAnswer, seedLow, seedHigh, plan, hash, newer);
    }

    void write(Disk disk, Path directory) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MAGIC).putInt(VERSION).putInt((longOwners ? 1 : 0) | (longKeys ? 2 : 0));
        bytes.putLong(family).putLong(knownAnswer).putLong(seedLow).putLong(seedHigh);
        plan.writeTo(bytes);
        bytes.put(hash.getBytes(StandardCharsets.US_ASCII));
        bytes.position(FIXED - 4).putInt(checkpoints.size());
        for (Checkpoint checkpoint : checkpoints) {
            bytes.putLong(checkpoint.generation()).putLong(checkpoint.length()).putInt(checkpoint.unknown() ? 1 : 0);
        }
        bytes.putInt(LogRecord.checksum(bytes.array(), 0, LENGTH - 4));
        AtomicFile.replace(disk, directory.resolve(FILE), out -> out.write(bytes.array()));
    }

    static Manifest read(Disk disk, Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        byte[] all;
        try (DiskFile file = disk.openToRead(path)) {
            all = new DiskInput(file, 0).readNBytes(LENGTH + 1);
        }
        ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        if (all.length < START || bytes.getLong() != MAGIC) {
            throw new NotASnapshotException(path + " is not that of a family; give the directory of one, or a new one");
        }
        int version = bytes.getInt();
        if (version > VERSION) {
            throw new SnapshotTooNewException(path + " has version " + version + ", this release reads up to " + VERSION
                    + "; take a later release");
        }
        if (all.length != LENGTH || LogRecord.checksum(all, 0, LENGTH - 4) != bytes.getInt(LENGTH - 4)) {
            throw damaged(path);
        }
        int flags = bytes.getInt();
        long family = bytes.getLong();
        long knownAnswer = bytes.getLong();
        long seedLow = bytes.getLong();
        long seedHigh = bytes.getLong();
        OwnerPlan plan = OwnerPlan.read(bytes);
        if (plan == null) {
            throw damaged(path);
        }
        String hash = new String(all, bytes.position(), HASH_NAME, StandardCharsets.US_ASCII).trim();
        bytes.position(FIXED);
        List<Checkpoint> checkpoints = new ArrayList<>();
        for (int i = 0; i < OwnerStore.STRIPES; i++) {
            checkpoints.add(new Checkpoint(bytes.getLong(), bytes.getLong(), (bytes.getInt() & 1) != 0));
        }
        return new Manifest(
                (flags & 1) != 0, (flags & 2) != 0, family, knownAnswer, seedLow, seedHigh, plan, hash, checkpoints);
    }

    private static DamagedSnapshotException damaged(Path path) {
        return new DamagedSnapshotException(
                path + " is damaged; restore a copy of the whole directory, or begin with a new one");
    }
}
