package dev.bloomery.spring.internal.transaction;

import dev.bloomery.gate.WriteTicket;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The ticket of one gate in a transaction. Deletes wait here until the commit begins, because a rollback to a savepoint takes them back: a
 * key that is deleted in the filter and not in the store would get a wrong <i>no</i>. Adds go to the ticket at once.
 */
final class TicketPage<K> {
    private final WriteTicket<K> ticket;
    private final List<K> deletes = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();
    private boolean anyTold;
    private boolean uncertain;

    TicketPage(WriteTicket<K> ticket) {
        this.ticket = ticket;
    }

    WriteTicket<K> ticket() {
        return ticket;
    }

    void deleted(K key, boolean atOnce) {
        if (atOnce) {
            anyTold = true;
            ticket.deleted(key);
        } else {
            deletes.add(key);
        }
    }

    void tellDeletes() {
        deletes.forEach(ticket::deleted);
        deletes.clear();
    }

    void savepoint(Object savepoint) {
        savepoints.put(savepoint, deletes.size());
    }

    /** To a savepoint from before this page was opened, if it does not know it. */
    void rollBackTo(Object savepoint) {
        int before = savepoints.getOrDefault(savepoint, 0);
        deletes.subList(before, deletes.size()).clear();
        uncertain |= anyTold;
    }

    void committed() {
        if (uncertain) {
            ticket.unknown(); // it was told of deletes that did not happen
        } else {
            tellDeletes();
            ticket.committed();
        }
    }

    void rolledBack() {
        ticket.rolledBack();
    }

    void unknown() {
        tellDeletes();
        ticket.unknown();
    }
}
