package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import org.junit.jupiter.api.Test;

class WriteTicketTest {
    private final InMemoryStore store = new InMemoryStore();
    private final Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 1e-6))
            .writers(StoreWriters.onlyThisProcess())
            .openWarm(keys -> {});

    private boolean isInFilter(long key) {
        long before = store.lookups.sum();
        boolean unused = gate.contains(key);
        return store.lookups.sum() > before;
    }

    @Test
    void committed_addedAndDeleted_filterFollows() {
        assertThat(gate.addIfAbsent(1L)).isTrue();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(2L);
            assertThat(store.insert(2L)).isTrue();
            assertThat(store.delete(1L)).isTrue();
            ticket.deleted(1L);
            ticket.committed();
        }
        assertThat(isInFilter(1L)).isFalse();
        assertThat(isInFilter(2L)).isTrue();
        assertThat(gate.inDoubt()).isEmpty();
    }

    @Test
    void rolledBack_added_isTakenBackAndDeletedStays() {
        assertThat(gate.addIfAbsent(1L)).isTrue();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(2L);
            ticket.deleted(1L);
            ticket.rolledBack();
        }
        assertThat(isInFilter(2L)).isFalse();
        assertThat(isInFilter(1L)).isTrue();
    }

    @Test
    void notAdded_keyThatWasThere_leavesOneCopy() {
        assertThat(gate.addIfAbsent(1L)).isTrue();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(1L);
            ticket.notAdded(1L);
            ticket.committed();
        }
        assertThat(isInFilter(1L)).isTrue();
        assertThat(gate.remove(1L)).isTrue();
        assertThat(isInFilter(1L)).isFalse();
    }

    @Test
    void misuse_isRefusedWithAdvice() {
        WriteTicket<Long> ticket = gate.beginWrite();
        assertThatThrownBy(() -> ticket.notAdded(1L)).isInstanceOf(IllegalArgumentException.class);
        ticket.committed();
        ticket.close();
        assertThatThrownBy(() -> ticket.adding(1L))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin another");
        assertThatThrownBy(ticket::rolledBack).isInstanceOf(IllegalStateException.class);
    }
}
