package dev.bloomery.internal.family;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.NotASnapshotException;
import dev.bloomery.file.SnapshotTooNewException;
import dev.bloomery.internal.disk.AtomicFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.key.KeyForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a family is, and the last checkpoint of each of its stripes: the file {@code family}, replaced as a whole. Little-endian:
 *
 * <pre>
 *  0  8  magic 89 42 4C 46 0D 0A 1A 0A ("BLF" between bytes that a transfer as text would change)
 *  8  4  version, 2
 * 12  4  flags: 1 owners are hashed as longs, 2 keys are
 * 16  8  number of the family, drawn when it was created; its logs have it, too
 * 24  8  known answer: what a hash under this seed must give
 * 32 16  seed, the lower 64 bits first
 * 48     the plan, with the sizes of everything: see {@link OwnerPlan#writeTo}
 *    16  name of the hash, ASCII, then zeros
 *     4  number of stripes, 64
 *        for each: generation of its log 8, length of it 8, flags 4: 1 of owners that are not in it nothing is known
 *   152  from version 2 on, the encoder of the owners and that of the keys; of each: check value 8, length of its name 4, or -1 if nothing is
 *        known of it, its name in ASCII 64, then zeros
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
        @Nullable KeyForm ownerForm,
        @Nullable KeyForm keyForm,
        List<Checkpoint> checkpoints) {
    static final String FILE = "family";

    private static final long MAGIC = 0x0A1A0A0D464C4289L;
    private static final int VERSION = 2;
    private static final int WITHOUT_ENCODERS = 1;
    private static final int START = 16;
    private static final int HASH_NAME = 16;
    private static final int FIXED = 48 + OwnerPlan.STORED_BYTES + HASH_NAME + 4;
    private static final int ROW = 20;
    private static final int FORM = 8 + 4 + KeyForm.MAX_NAME;
    private static final int FORMS = FIXED + OwnerStore.STRIPES * ROW;
    private static final int LENGTH = FORMS + 2 * FORM + 4;
    private static final int UNKNOWN = -1;

    public Manifest {
        checkpoints = List.copyOf(checkpoints);
    }

    Manifest with(List<Checkpoint> newer) {
        return new Manifest(
                longOwners, longKeys, family, knownAnswer, seedLow, seedHigh, plan, hash, ownerForm, keyForm, newer);
    }

    /** The same with other encoders. */
    public Manifest with(@Nullable KeyForm owners, @Nullable KeyForm keys) {
        return new Manifest(
                longOwners, longKeys, family, knownAnswer, seedLow, seedHigh, plan, hash, owners, keys, checkpoints);
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
        putForm(bytes, ownerForm);
        putForm(bytes, keyForm);
        bytes.putInt(LogRecord.checksum(bytes.array(), 0, LENGTH - 4));
        AtomicFile.replace(disk, directory.resolve(FILE), out -> out.write(bytes.array()));
    }

    private static void putForm(ByteBuffer bytes, @Nullable KeyForm form) {
        int end = bytes.position() + FORM;
        if (form == null) {
            bytes.putLong(0).putInt(UNKNOWN);
        } else {
            bytes.putLong(form.check()).putInt(form.name().length());
            bytes.put(form.name().getBytes(StandardCharsets.US_ASCII));
        }
        bytes.position(end);
    }

    private static @Nullable KeyForm takeForm(ByteBuffer bytes, Path path) throws IOException {
        int end = bytes.position() + FORM;
        long check = bytes.getLong();
        int length = bytes.getInt();
        if (length < UNKNOWN || length > KeyForm.MAX_NAME) {
            throw damaged(path);
        }
        byte[] ascii = new byte[Math.max(0, length)];
        bytes.get(ascii);
        String name = new String(ascii, StandardCharsets.ISO_8859_1);
        if (!KeyForm.isName(name) || (name.isEmpty() && check != 0)) {
            throw damaged(path);
        }
        bytes.position(end);
        return length == UNKNOWN ? null : new KeyForm(name, check, false);
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
        int length = version == WITHOUT_ENCODERS ? FORMS + 4 : LENGTH;
        if (all.length != length || LogRecord.checksum(all, 0, length - 4) != bytes.getInt(length - 4)) {
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
        KeyForm ownerForm = version == WITHOUT_ENCODERS ? null : takeForm(bytes, path);
        KeyForm keyForm = version == WITHOUT_ENCODERS ? null : takeForm(bytes, path);
        return new Manifest(
                (flags & 1) != 0,
                (flags & 2) != 0,
                family,
                knownAnswer,
                seedLow,
                seedHigh,
                plan,
                hash,
                ownerForm,
                keyForm,
                checkpoints);
    }

    private static DamagedSnapshotException damaged(Path path) {
        return new DamagedSnapshotException(
                path + " is damaged; restore a copy of the whole directory, or begin with a new one");
    }
}
