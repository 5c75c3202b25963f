package dev.bloomery.gate;

import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.protocol.OngoingWrite;
import dev.bloomery.gate.internal.state.GateCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Takes a transaction of the caller through the gate.
 *
 * <pre>{@code
 * try (WriteTicket<String> ticket = gate.beginWrite()) {   // before the first statement that writes
 *     ticket.adding("new");                                // before the row is inserted
 *     ...                                                  // INSERT, DELETE
 *     ticket.deleted("old");                               // after the DELETE reported a row, before the commit
 *     connection.commit();
 *     ticket.committed();
 * }
 * }</pre>
 *
 * <p>The transaction may have begun before the ticket, and may have read: nothing that it writes is visible
 * to others before its commit, and the gate needs no more than that {@link #adding} has returned by then. It
 * must not have written a key of this gate before: a statement that waits for the row of another writer
 * proves that this one has ended only if the ticket is older than the statement; and a lookup of the
 * transaction's own would not find a row that the filter has not heard of.
 *
 * <p>A ticket that is closed without an outcome counts as {@link #unknown}: right for an exception out of
 * {@code commit()}; after one before that, roll back and say {@link #rolledBack}. A rebuild waits for the
 * tickets that were begun before it, so keep them short.
 *
 * <p>For one thread at a time, which need not be the same all the time.
 *
 * @param <K> the type of the keys
 */
public final class WriteTicket<K> implements AutoCloseable {
    private final OngoingWrite<K> writing;
    private final boolean settlesDoubts;
    private final WriteRights rights;
    private final long right;
    private final List<K> added = new ArrayList<>();
    private final List<K> notAdded = new ArrayList<>();
    private final List<K> deleted = new ArrayList<>();
    private boolean open = true;

    WriteTicket(GateCore<K> core, boolean settlesDoubts, WriteRights rights) {
        this.settlesDoubts = settlesDoubts;
        this.rights = rights;
        right = rights.begin();
        writing = new OngoingWrite<>(core);
        writing.enter();
        try {
            writing.see();
        } catch (RuntimeException closed) {
            writing.leave();
            rights.end();
            throw closed;
        }
    }

    /**
     * The transaction is going to insert this key, or to prolong its life in a store where keys expire. Only when this has returned may the store
     * be told.
     *
     * @param key the key
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room: do not insert the key, roll back
     * @throws dev.bloomery.gate.store.StoreException if the gate has lost its right to write since the ticket was begun: do not insert the key, roll back
     */
    public void adding(K key) {
        Objects.requireNonNull(key, "key");
        requireOpen();
        rights.require(right);
        long unused = writing.mark(key);
        writing.addToCurrent(key);
        added.add(key);
        writing.addToBuilding(key);
    }

    /**
     * The transaction did not insert this key after all: it was there, or the statement failed alone. Optional; it spares the filter a copy.
     *
     * @param key a key that was given to {@link #adding}, once for each time
     */
    public void notAdded(K key) {
        requireOpen();
        if (!added.remove(Objects.requireNonNull(key, "key"))) {
            throw new IllegalArgumentException("the key was not given to adding(key) before, or not as often");
        }
        notAdded.add(key);
    }

    /**
     * The transaction has deleted this key: the store has reported the row, and has not committed yet.
     *
     * @param key the key
     */
    public void deleted(K key) {
        Objects.requireNonNull(key, "key");
        requireOpen();
        long unused = writing.mark(key);
        deleted.add(key);
    }

    /** The transaction has committed. */
    public void committed() {
        requireOpen();
        notAdded.forEach(this::takeBack);
        for (K key : deleted) {
            if (writing.mayTakeOut(key)) {
                takeBack(key);
            }
        }
        settleDoubts();
        end();
    }

    /** The transaction has changed nothing, for certain. */
    public void rolledBack() {
        requireOpen();
        notAdded.forEach(this::takeBack);
        added.forEach(this::takeBack);
        end();
    }

    /** Whether the transaction has committed, or will, is not known. Its keys stay in the filter, and in doubt. */
    public void unknown() {
        requireOpen();
        added.forEach(writing::doubt);
        notAdded.forEach(writing::doubt);
        deleted.forEach(writing::doubt);
        end();
    }

    /** Ends the ticket, as {@link #unknown} if it was not told. */
    @Override
    public void close() {
        if (open) {
            unknown();
        }
    }

    private void takeBack(K key) {
        if (writing.isStillCurrent()) {
            writing.takeBack(key);
        }
    }

    private void settleDoubts() {
        if (settlesDoubts) {
            added.forEach(writing::settle);
            deleted.forEach(writing::settle);
        }
    }

    private void end() {
        open = false;
        writing.unmark();
        writing.leave();
        rights.end();
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("the ticket has ended; begin another one for another transaction");
        }
    }
}
