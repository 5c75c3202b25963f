package dev.bloomery.spring.internal.transaction;

import dev.bloomery.gate.AnyGate;
import java.util.IdentityHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The tickets of one transaction.
 *
 * <p>What Spring reports at the end is not enough. A commit whose answer was lost is reported as rolled back, because Spring rolls back
 * after it, on a connection that is dead; the server may have committed. So the book notes that a commit began, and believes in a rollback
 * only if none did. Whether it can note that depends on when it was made: Spring calls {@link #beforeCommit} only of those that were
 * registered by then, and a flush of Hibernate that opens the first ticket is itself a part of the commit. A book that was made when the
 * transaction began sees everything; one that was made later believes in no rollback at all.
 */
final class TicketBook implements TransactionSynchronization, Ordered {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");

    private final Object resource;
    private final boolean seesCommit;
    private final IdentityHashMap<AnyGate<?>, TicketPage<?>> pages = new IdentityHashMap<>();
    private boolean committing;
    private boolean over;

    /**
     * Empty.
     *
     * @param resource under which it is bound to the thread
     * @param seesCommit whether the transaction has just begun
     */
    TicketBook(Object resource, boolean seesCommit) {
        this.resource = resource;
        this.seesCommit = seesCommit;
    }

    boolean isOver() {
        return over;
    }

    @SuppressWarnings("unchecked")
    <K> TicketPage<K> open(AnyGate<K> gate) {
        return (TicketPage<K>) pages.computeIfAbsent(gate, one -> new TicketPage<>(one.beginWrite()));
    }

    <K> TicketPage<K> opened(AnyGate<K> gate) {
        if (!pages.containsKey(gate)) {
            throw new IllegalStateException(
                    "gate " + gate.name().orElse("without a name")
                            + " was not told before the statement; call deleting(gate) before it, and deleted(gate, key) after it");
        }
        return open(gate);
    }

    /** Whether deletes are told to the ticket at once: no rollback to a savepoint can follow, or none that would be noticed. */
    boolean tellsAtOnce() {
        return committing || !seesCommit;
    }

    /** After all others: what these do in their turn is part of the transaction. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void suspend() {
        TransactionSynchronizationManager.unbindResourceIfPossible(resource);
    }

    @Override
    public void resume() {
        TransactionSynchronizationManager.bindResource(resource, this);
    }

    @Override
    public void savepoint(Object savepoint) {
        pages.values().forEach(page -> page.savepoint(savepoint));
    }

    @Override
    public void savepointRollback(Object savepoint) {
        pages.values().forEach(page -> page.rollBackTo(savepoint));
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        committing = true;
        pages.values().forEach(TicketPage::tellDeletes);
    }

    @Override
    public void afterCompletion(int status) {
        over = true;
        TransactionSynchronizationManager.unbindResourceIfPossible(resource);
        boolean isRolledBack = status == STATUS_ROLLED_BACK && seesCommit && !committing;
        for (TicketPage<?> page : pages.values()) {
            try {
                if (status == STATUS_COMMITTED) {
                    page.committed();
                } else if (isRolledBack) {
                    page.rolledBack();
                } else {
                    page.unknown();
                }
            } catch (RuntimeException problem) {
                LOG.warn("a gate could not be told how a transaction ended; its keys stay in its filter", problem);
            }
        }
    }
}
