package dev.bloomery.spring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.SavepointManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;

/** Spring's own order of calls, around transactions of nothing. A commit can fail as one does whose answer is lost. */
final class FakeTransactions extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1;

    private final transient ThreadLocal<Deque<Transaction>> open = ThreadLocal.withInitial(ArrayDeque::new);
    private boolean failingCommits;
    private transient Runnable duringCommit = () -> {};

    FakeTransactions() {
        setNestedTransactionAllowed(true);
        setRollbackOnCommitFailure(true);
    }

    void failCommits(boolean fail) {
        failingCommits = fail;
    }

    /** As a flush. Once. */
    void duringCommit(Runnable task) {
        duringCommit = task;
    }

    private static final class Transaction implements SmartTransactionObject, SavepointManager {
        private boolean begun;
        private boolean rollbackOnly;

        @Override
        public Object createSavepoint() {
            return new Object();
        }

        @Override
        public void rollbackToSavepoint(Object savepoint) {
            rollbackOnly = false;
        }

        @Override
        public void releaseSavepoint(Object savepoint) {}

        @Override
        public boolean isRollbackOnly() {
            return rollbackOnly;
        }

        @Override
        public void flush() {}
    }

    @Override
    protected Object doGetTransaction() {
        Transaction current = open.get().peek();
        return current == null ? new Transaction() : current;
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
        return ((Transaction) transaction).begun;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        Transaction begun = (Transaction) transaction;
        if (begun.begun) {
            throw new TransactionSystemException("begun already");
        }
        begun.begun = true;
        open.get().push(begun);
    }

    @Override
    protected Object doSuspend(@Nullable Object transaction) {
        Transaction suspended = open.get().pop(); // the given one, or that of a call that is to have none
        Transaction copy = new Transaction();
        copy.begun = suspended.begun;
        suspended.begun = false; // a new one begins in this object
        return copy;
    }

    @Override
    protected void doResume(@Nullable Object transaction, Object suspendedResources) {
        open.get().push((Transaction) suspendedResources);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        Runnable task = duringCommit;
        duringCommit = () -> {};
        task.run();
        if (failingCommits) {
            throw new TransactionSystemException(
                    "the answer to the commit was lost", new DataAccessResourceFailureException("broken pipe"));
        }
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}

    @Override
    protected void doSetRollbackOnly(DefaultTransactionStatus status) {
        ((Transaction) status.getTransaction()).rollbackOnly = true;
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        ((Transaction) transaction).begun = false;
        Object unused = open.get().poll();
    }
}
