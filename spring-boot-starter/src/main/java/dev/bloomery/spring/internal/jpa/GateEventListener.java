package dev.bloomery.spring.internal.jpa;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.spring.GateTickets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.event.spi.PostUpdateEventListener;
import org.hibernate.event.spi.PreDeleteEvent;
import org.hibernate.event.spi.PreDeleteEventListener;
import org.hibernate.event.spi.PreInsertEvent;
import org.hibernate.event.spi.PreInsertEventListener;
import org.hibernate.event.spi.PreUpdateEvent;
import org.hibernate.event.spi.PreUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Tells the gates in the order that they need: of an insert before its statement, of a delete that it is coming before its statement, and
 * of the key after it. The key is that of the row only if the attribute {@linkplain GatedAttribute#isCertain is certain}; otherwise it
 * stays in the filter.
 *
 * <p>With batches Hibernate sends the statements of deletes and updates later than it tells of them, and checks their row counts then. A
 * count that is wrong fails the flush, so that no commit can follow; until the commit nothing leaves the filter.
 */
final class GateEventListener
        implements PreInsertEventListener,
                PreUpdateEventListener,
                PostUpdateEventListener,
                PreDeleteEventListener,
                PostDeleteEventListener {
    private static final long serialVersionUID = 1;

    private final transient Map<String, List<GatedAttribute>> gated;
    private final transient Function<String, AnyGate<Object>> gates;
    private final transient ObjectProvider<GateTickets> tickets;

    GateEventListener(
            Map<String, List<GatedAttribute>> gated,
            Function<String, AnyGate<Object>> gates,
            ObjectProvider<GateTickets> tickets) {
        this.gated = gated;
        this.gates = gates;
        this.tickets = tickets;
    }

    @Override
    public boolean onPreInsert(PreInsertEvent event) {
        for (GatedAttribute attribute : of(event.getPersister())) {
            Object key = value(attribute, event.getPersister(), event.getId(), event.getState());
            if (key != null) {
                tickets().adding(gate(attribute), key);
            }
        }
        return false; // no veto
    }

    @Override
    public boolean onPreUpdate(PreUpdateEvent event) {
        for (GatedAttribute attribute : of(event.getPersister())) {
            Object now = value(attribute, event.getPersister(), event.getId(), event.getState());
            Object before = value(attribute, event.getPersister(), event.getId(), event.getOldState());
            if (!Objects.equals(now, before)) {
                tickets().deleting(gate(attribute));
                if (now != null) {
                    tickets().adding(gate(attribute), now);
                }
            }
        }
        return false;
    }

    /** Of an entity that was attached without its old state the old key stays in the filter, as a false positive until the next rebuild. */
    @Override
    public void onPostUpdate(PostUpdateEvent event) {
        for (GatedAttribute attribute : of(event.getPersister())) {
            Object now = value(attribute, event.getPersister(), event.getId(), event.getState());
            Object before = value(attribute, event.getPersister(), event.getId(), event.getOldState());
            if (attribute.isCertain() && before != null && !before.equals(now)) {
                tickets().deleted(gate(attribute), before);
            }
        }
    }

    @Override
    public boolean onPreDelete(PreDeleteEvent event) {
        for (GatedAttribute attribute : of(event.getPersister())) {
            tickets().deleting(gate(attribute));
        }
        return false;
    }

    @Override
    public void onPostDelete(PostDeleteEvent event) {
        for (GatedAttribute attribute : of(event.getPersister())) {
            Object key = value(attribute, event.getPersister(), event.getId(), event.getDeletedState());
            if (attribute.isCertain() && key != null) {
                tickets().deleted(gate(attribute), key);
            }
        }
    }

    @Override
    public boolean requiresPostCommitHandling(EntityPersister persister) {
        return false;
    }

    private GateTickets tickets() {
        return tickets.getObject();
    }

    private AnyGate<Object> gate(GatedAttribute attribute) {
        return gates.apply(attribute.gate());
    }

    private List<GatedAttribute> of(EntityPersister persister) {
        return gated.getOrDefault(persister.getEntityName(), List.of());
    }

    private static @Nullable Object value(
            GatedAttribute attribute, EntityPersister persister, Object id, Object @Nullable [] state) {
        if (attribute.isId()) {
            return id;
        }
        int index = Arrays.asList(persister.getPropertyNames()).indexOf(attribute.name());
        return state == null || index < 0 ? null : state[index];
    }
}
