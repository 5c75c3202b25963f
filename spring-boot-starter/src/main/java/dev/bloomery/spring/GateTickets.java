package dev.bloomery.spring;

import dev.bloomery.gate.AnyGate;

/**
 * Takes the writes of a Spring transaction through gates. The first call for a gate inside a transaction opens a {@link
 * dev.bloomery.gate.WriteTicket} of that gate, and the outcome of the transaction ends it.
 *
 * <pre>{@code
 * @Transactional
 * public void signUp(String name) {
 *     tickets.adding(usernames, name);          // before the statement that inserts the key
 *     jdbc.update("INSERT INTO users (name, mail) VALUES (?, ?)", name, mail);
 * }
 *
 * @Transactional
 * public void leave(String name) {
 *     tickets.deleting(usernames);              // before the statement that deletes the key
 *     if (jdbc.update("DELETE FROM users WHERE name = ?", name) == 1) {
 *         tickets.deleted(usernames, name);     // after it has reported the row
 *     }
 * }
 * }</pre>
 *
 * <ol>
 *   <li>A commit that returned ends the ticket as committed; a rollback that was asked for before any commit ends it as rolled back. <b>If
 *       a commit was tried and did not return, the outcome is unknown</b>, whatever Spring reports: the server may have done it before the
 *       connection broke. The keys of an unknown outcome stay in the filter, and in doubt.
 *   <li>A suspended transaction has its ticket, and the one inside has another.
 *   <li>A rollback to a savepoint keeps the keys that were added, as false positives until the next rebuild at most, and takes back what
 *       {@link #deleted} said since the savepoint.
 *   <li>A transaction manager that takes no {@code TransactionExecutionListener}, or is no bean, does not tell early enough when a commit
 *       begins: there every transaction that did not commit has an unknown outcome.
 * </ol>
 *
 * <p>The transaction must be one of the database behind the gate; with several transaction managers nobody can check that. Every method
 * throws an {@link IllegalStateException} outside a transaction. For any number of threads, each with its own transaction.
 */
public interface GateTickets {

    /**
     * This transaction is going to insert the key.
     *
     * @param gate the gate
     * @param key the key
     * @param <K> the type of the keys
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room: do not insert the key, roll back
     * @throws dev.bloomery.gate.store.StoreException if the gate may not write now: do not insert the key, roll back
     */
    <K> void adding(AnyGate<K> gate, K key);

    /**
     * This transaction did not insert the key after all: it was there, or the statement failed alone. Optional.
     *
     * @param gate the gate
     * @param key a key that was given to {@link #adding} in this transaction, once for each time
     * @param <K> the type of the keys
     */
    <K> void notAdded(AnyGate<K> gate, K key);

    /**
     * This transaction is going to delete keys, or to change them. Opens the ticket, which must be older than the statement.
     *
     * @param gate the gate
     */
    void deleting(AnyGate<?> gate);

    /**
     * This transaction has deleted the key: the store has reported the row.
     *
     * @param gate a gate for which {@link #deleting} or {@link #adding} was said in this transaction, before the statement
     * @param key the key
     * @param <K> the type of the keys
     */
    <K> void deleted(AnyGate<K> gate, K key);
}
