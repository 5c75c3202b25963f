package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that knows what is certain to be there after a power loss.
 *
 * <pre>{@code
 * SimulatedDisk disk = SimulatedDisk.with(directory);
 * disk.stopAt(n);
 * assertThrows(MachineStopped.class, () -> work(disk));
 * check(disk.afterProcessDeath());
 * check(disk.afterPowerLoss(random));        // as often as you like, each time another outcome
 * }</pre>
 *
 * <p>After a power loss a file has what was in it at its last sync, and of what was written since all, nothing, the beginning, or some sectors; a
 * directory has its entries of its last sync, and the first few or any of the changes since. After the death of the process everything is
 * as it was, but no more certain than before, and nothing is locked. Both give a new disk and leave this one as it is.
 *
 * <p>Every operation that can fail is counted, from 0. When the machine has stopped, it and all later ones throw {@link MachineStopped} and
 * change nothing. Thread-safe. Paths are absolute.
 */
public final class SimulatedDisk implements Disk {

    /** Called before every operation, which does not happen if it throws. */
    @FunctionalInterface
    public interface Hook {
        void before(DiskOperation operation, Path file) throws IOException;
    }

    private final SimulatedDirectory root;
    private Hook hook = (operation, file) -> {};
    private long operations;
    private long stopAt = Long.MAX_VALUE;
    private double stopPart;
    private boolean forgetful;

    private SimulatedDisk(SimulatedDirectory root) {
        this.root = root;
    }

    /** A disk with that directory, for certain, and nothing else. */
    public static SimulatedDisk with(Path directory) {
        SimulatedDisk disk = new SimulatedDisk(new SimulatedDirectory());
        SimulatedDirectory parent = disk.root;
        for (Path name : directory.toAbsolutePath().normalize()) {
            SimulatedDirectory child = new SimulatedDirectory();
            parent.create(name.toString(), child);
            parent.sync();
            parent = child;
        }
        return disk;
    }

    /** Puts a file with that content there, for certain, along with all other changes of its directory. Not an operation. */
    public synchronized SimulatedDisk put(Path file, byte[] content) throws IOException {
        SimulatedDirectory parent = parent(file);
        parent.create(name(file), new SimulatedFile(content));
        parent.sync();
        return this;
    }

    /** Gives a file that content, for certain, also for those who have it open. Not an operation. */
    public synchronized void overwrite(Path path, byte[] content) throws IOException {
        SimulatedFile file = file(path);
        file.truncate(0);
        file.append(ByteBuffer.wrap(content));
        file.sync();
    }

    /** What a file holds now. Not an operation. */
    public synchronized byte[] content(Path file) throws IOException {
        return file(file).content();
    }

    /** What a directory holds now, in order. Not an operation. */
    public synchronized List<String> names(Path directory) throws IOException {
        return directory(directory).names();
    }

    /** How many operations there were. */
    public synchronized long operations() {
        return operations;
    }

    /** Replaces the hook. It may stop the machine, see what a power loss would leave now, or throw what the operation is to fail with. */
    public synchronized void beforeEach(Hook hook) {
        this.hook = hook;
    }

    /** From now on syncs make nothing certain: for controls. */
    public synchronized void forgetSyncs() {
        forgetful = true;
    }

    synchronized boolean forgetsSyncs() {
        return forgetful;
    }

    /** Stops the machine now. */
    public synchronized void stop() {
        stopWithin(operations, 0);
    }

    /** Stops the machine before the operation of that number. */
    public synchronized void stopAt(long operation) {
        stopWithin(operation, 0);
    }

    /** As {@link #stopAt}, but if that operation is an append or a write, after a part of it, from 0 to 1. */
    public synchronized void stopWithin(long operation, double part) {
        stopAt = operation;
        stopPart = part;
    }

    /** The disk as another process finds it after this one was killed. */
    public synchronized SimulatedDisk afterProcessDeath() {
        return new SimulatedDisk(root.copy(new IdentityHashMap<>()));
    }

    /** The disk as it may be found after the machine lost its power. One in eight keeps all that was not synced, and one in eight none. */
    public synchronized SimulatedDisk afterPowerLoss(RandomGenerator random) {
        SimulatedNode.Fate fate = switch (random.nextInt(8)) {
            case 0 -> SimulatedNode.Fate.KEPT;
            case 1 -> SimulatedNode.Fate.LOST;
            default -> SimulatedNode.Fate.RANDOM;
        };
        return new SimulatedDisk(root.afterPowerLoss(fate, random));
    }

    /** One or the other of these. */
    public SimulatedDisk afterEnd(boolean ofMachine, RandomGenerator random) {
        return ofMachine ? afterPowerLoss(random) : afterProcessDeath();
    }

    @Override
    public synchronized DiskFile create(Path file) throws IOException {
        before(DiskOperation.CREATE, file);
        SimulatedDirectory parent = parent(file);
        if (parent.get(name(file)) != null) {
            throw new FileAlreadyExistsException(file.toString());
        }
        SimulatedFile created = new SimulatedFile();
        parent.create(name(file), created);
        return new SimulatedHandle(this, created, file, true);
    }

    @Override
    public synchronized DiskFile openToRead(Path file) throws IOException {
        before(DiskOperation.OPEN_TO_READ, file);
        return new SimulatedHandle(this, file(file), file, false);
    }

    @Override
    public synchronized DiskFile openToWrite(Path file) throws IOException {
        before(DiskOperation.OPEN_TO_WRITE, file);
        return new SimulatedHandle(this, file(file), file, true);
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        before(DiskOperation.RENAME, from);
        SimulatedDirectory parent = parent(from);
        if (parent != parent(to)) {
            throw new IllegalArgumentException(from + " and " + to + " are in different directories");
        }
        SimulatedNode renamed = existing(from);
        if (parent.get(name(to)) instanceof SimulatedDirectory) {
            throw new FileSystemException(from.toString(), to.toString(), "Is a directory");
        }
        parent.rename(name(from), name(to), renamed);
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        before(DiskOperation.DELETE, file);
        SimulatedNode deleted = existing(file);
        if (deleted instanceof SimulatedDirectory directory
                && !directory.names().isEmpty()) {
            throw new DirectoryNotEmptyException(file.toString());
        }
        parent(file).delete(name(file), deleted);
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        before(DiskOperation.SYNC_DIRECTORY, directory);
        SimulatedDirectory synced = directory(directory);
        if (!forgetful) {
            synced.sync();
        }
    }

    @Override
    public synchronized void createDirectory(Path directory) throws IOException {
        before(DiskOperation.CREATE_DIRECTORY, directory);
        SimulatedDirectory parent = parent(directory);
        if (parent.get(name(directory)) != null) {
            throw new FileAlreadyExistsException(directory.toString());
        }
        parent.create(name(directory), new SimulatedDirectory());
    }

    @Override
    public synchronized boolean isDirectory(Path path) {
        return find(path) instanceof SimulatedDirectory;
    }

    @Override
    public synchronized boolean exists(Path path) {
        return find(path) != null;
    }

    @Override
    public synchronized List<String> list(Path directory) throws IOException {
        before(DiskOperation.LIST, directory);
        return directory(directory).names();
    }

    synchronized void before(DiskOperation operation, Path file) throws IOException {
        checkRunning(operation, file);
        hook.before(operation, file);
        checkRunning(operation, file);
        operations++;
    }

    private void checkRunning(DiskOperation operation, Path file) {
        if (operations >= stopAt) {
            throw new MachineStopped(operation, file);
        }
    }

    /** Whether the next operation is the one to be done in part; true at most once. */
    synchronized boolean stopsWithinNext() {
        return operations == stopAt && stopPart > 0;
    }

    /** How many bytes of an append or a write are written when the machine stops within it; none the next time. */
    synchronized int partOf(int bytes) {
        int part = (int) (bytes * stopPart);
        stopPart = 0;
        return part;
    }

    private @Nullable SimulatedNode find(Path path) {
        SimulatedNode node = root;
        for (Path name : path.toAbsolutePath().normalize()) {
            node = node instanceof SimulatedDirectory directory ? directory.get(name.toString()) : null;
        }
        return node;
    }

    private SimulatedNode existing(Path path) throws IOException {
        SimulatedNode node = find(path);
        if (node == null) {
            throw new NoSuchFileException(path.toString());
        }
        return node;
    }

    private SimulatedFile file(Path path) throws IOException {
        if (existing(path) instanceof SimulatedFile file) {
            return file;
        }
        throw new FileSystemException(path.toString(), null, "Is a directory");
    }

    private SimulatedDirectory directory(Path path) throws IOException {
        if (existing(path) instanceof SimulatedDirectory directory) {
            return directory;
        }
        throw new NotDirectoryException(path.toString());
    }

    private SimulatedDirectory parent(Path path) throws IOException {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (parent == null) {
            throw new FileSystemException(path.toString(), null, "has no directory");
        }
        return directory(parent);
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
