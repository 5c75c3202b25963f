package dev.bloomery.spring.internal.transaction;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.spring.GateTickets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Finds the {@link TicketBook} of the transaction that is open on this thread. */
final class TransactionTickets implements GateTickets {

    /** Puts a book into every transaction that begins; it costs an object. */
    TransactionExecutionListener listener() {
        return new TransactionExecutionListener() {
            @Override
            public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
                if (beginFailure == null
                        && !transaction.isNested()
                        && TransactionSynchronizationManager.isSynchronizationActive()) {
                    bind(true);
                }
            }
        };
    }

    private TicketBook bind(boolean seesCommit) {
        TicketBook book = new TicketBook(this, seesCommit);
        TransactionSynchronizationManager.unbindResourceIfPossible(
                this); // of a transaction that ended on another thread
        TransactionSynchronizationManager.bindResource(this, book);
        TransactionSynchronizationManager.registerSynchronization(book);
        return book;
    }

    private TicketBook book() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException(
                    "no Spring transaction is open on this thread; call this inside of @Transactional or a TransactionTemplate, or use gate.beginWrite()");
        }
        TicketBook book = (TicketBook) TransactionSynchronizationManager.getResource(this);
        return book == null || book.isOver() ? bind(false) : book;
    }

    @Override
    public <K> void adding(AnyGate<K> gate, K key) {
        Objects.requireNonNull(key, "key");
        book().open(gate).ticket().adding(key);
    }

    @Override
    public <K> void notAdded(AnyGate<K> gate, K key) {
        Objects.requireNonNull(key, "key");
        book().opened(gate).ticket().notAdded(key);
    }

    @Override
    public void deleting(AnyGate<?> gate) {
        Object unused = book().open(gate);
    }

    @Override
    public <K> void deleted(AnyGate<K> gate, K key) {
        Objects.requireNonNull(key, "key");
        TicketBook book = book();
        book.opened(gate).deleted(key, book.tellsAtOnce());
    }
}
