package dev.bloomery.spring.internal.jpa;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.spring.GateTickets;
import dev.bloomery.spring.GatedBy;
import jakarta.persistence.Column;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.beans.Introspector;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.annotations.OptimisticLockType;
import org.hibernate.annotations.OptimisticLocking;
import org.hibernate.annotations.SQLDelete;
import org.hibernate.annotations.SoftDelete;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the attributes with {@link GatedBy} in each EntityManagerFactory as soon as it is made, refuses those that cannot be keys, and lets
 * Hibernate tell the gates. No gate is made by that: its store may need the tables that this factory makes.
 */
public final class GatedEntities implements BeanPostProcessor {
    private static final Log LOG = LogFactory.getLog("dev.bloomery.spring");

    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<GateTickets> tickets;
    /** Spring hands over the same factory several times, in proxies that differ. */
    private final Set<EventListenerRegistry> listening = ConcurrentHashMap.newKeySet();

    /** For the gates of this application. */
    public GatedEntities(ConfigurableListableBeanFactory beans, ObjectProvider<GateTickets> tickets) {
        this.beans = beans;
        this.tickets = tickets;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof EntityManagerFactory factory) {
            listen(factory);
        }
        return bean;
    }

    private void listen(EntityManagerFactory factory) {
        EventListenerRegistry registry = factory.unwrap(SessionFactoryImplementor.class)
                .getServiceRegistry()
                .requireService(EventListenerRegistry.class);
        if (!listening.add(registry)) {
            return;
        }
        Map<String, List<GatedAttribute>> gated = new HashMap<>();
        List<String> faults = new ArrayList<>();
        for (EntityType<?> entity : factory.getMetamodel().getEntities()) {
            List<GatedAttribute> attributes = attributesOf(entity, faults);
            if (!attributes.isEmpty()) {
                gated.put(entity.getJavaType().getName(), attributes);
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalStateException("@GatedBy cannot be used here: " + String.join("; ", faults));
        }
        if (!gated.isEmpty()) {
            register(registry, new GateEventListener(gated, this::gate, tickets));
        }
    }

    private static void register(EventListenerRegistry registry, GateEventListener listener) {
        registry.appendListeners(EventType.PRE_INSERT, listener);
        registry.appendListeners(EventType.PRE_UPDATE, listener);
        registry.appendListeners(EventType.POST_UPDATE, listener);
        registry.appendListeners(EventType.PRE_DELETE, listener);
        registry.appendListeners(EventType.POST_DELETE, listener);
    }

    @SuppressWarnings("unchecked")
    private AnyGate<Object> gate(String name) {
        return beans.getBean(name, AnyGate.class);
    }

    private List<GatedAttribute> attributesOf(EntityType<?> entity, List<String> faults) {
        Class<?> type = entity.getJavaType();
        List<GatedAttribute> attributes = new ArrayList<>();
        annotated(type).forEach((member, gatedBy) -> {
            String name = nameOf(member);
            String where = type.getName() + "." + name;
            Attribute<?, ?> attribute = entity.getAttributes().stream()
                    .filter(one -> one.getName().equals(name))
                    .findAny()
                    .orElse(null);
            if (!(attribute instanceof SingularAttribute<?, ?> singular)) {
                faults.add(where + " is no attribute with one value that Hibernate stores; put it on one that is");
                return;
            }
            int before = faults.size();
            check(where, type, (AnnotatedElement) member, singular, gatedBy.value(), faults);
            if (faults.size() == before) {
                boolean isCertain = isCertain(entity, (AnnotatedElement) member, singular);
                if (!isCertain) {
                    LOG.warn(where + " can change, and " + type.getSimpleName()
                            + " has no @Version, so that another transaction may have changed it unnoticed: keys that are deleted or renamed stay in the filter"
                            + " of gate '" + gatedBy.value()
                            + "' until its next rebuild. Add a @Version, or say @Column(updatable = false)");
                }
                attributes.add(new GatedAttribute(name, singular.isId(), isCertain, gatedBy.value()));
            }
        });
        for (Attribute<?, ?> attribute : entity.getAttributes()) {
            if (attribute.getPersistentAttributeType() == Attribute.PersistentAttributeType.EMBEDDED
                    && !annotated(attribute.getJavaType()).isEmpty()) {
                faults.add(
                        type.getName() + "." + attribute.getName()
                                + " is an embeddable with @GatedBy inside, which is not looked at; put the attribute into the entity");
            }
        }
        return attributes;
    }

    private static boolean isCertain(EntityType<?> entity, AnnotatedElement member, SingularAttribute<?, ?> attribute) {
        OptimisticLocking locking = entity.getJavaType().getAnnotation(OptimisticLocking.class);
        boolean isVersioned =
                entity.hasVersionAttribute() && (locking == null || locking.type() == OptimisticLockType.VERSION);
        Column column = member.getAnnotation(Column.class);
        return isVersioned || attribute.isId() || (column != null && !column.updatable());
    }

    private static Map<Member, GatedBy> annotated(Class<?> type) {
        Map<Member, GatedBy> found = new LinkedHashMap<>();
        ReflectionUtils.doWithFields(type, field -> addIfAnnotated(found, field, field));
        ReflectionUtils.doWithMethods(type, method -> addIfAnnotated(found, method, method));
        return found;
    }

    private static void addIfAnnotated(Map<Member, GatedBy> found, Member member, AnnotatedElement element) {
        GatedBy annotation = element.getAnnotation(GatedBy.class);
        if (annotation != null) {
            found.put(member, annotation);
        }
    }

    private static String nameOf(Member member) {
        if (member instanceof Field) {
            return member.getName();
        }
        String name = member.getName();
        return Introspector.decapitalize(name.startsWith("is") ? name.substring(2) : name.replaceFirst("^get", ""));
    }

    private void check(
            String where,
            Class<?> entity,
            AnnotatedElement member,
            SingularAttribute<?, ?> attribute,
            String gate,
            List<String> faults) {
        if (member.isAnnotationPresent(GeneratedValue.class)) {
            faults.add(
                    where
                            + " is generated, so that its value is not known before the insert; use an attribute that the application assigns");
        }
        if (entity.isAnnotationPresent(SoftDelete.class) || entity.isAnnotationPresent(SQLDelete.class)) {
            faults.add(
                    where
                            + " is of an entity with @SoftDelete or @SQLDelete, whose rows stay when they are deleted; tell the gate by GateTickets");
        }
        if (!beans.containsBean(gate) || !beans.isTypeMatch(gate, AnyGate.class)) {
            faults.add(where + " names the gate '" + gate + "', which does not exist; use the name of one of "
                    + List.of(beans.getBeanNamesForType(AnyGate.class, true, false)));
            return;
        }
        Class<?> keys = keyType(gate);
        Class<?> values = ClassUtils.resolvePrimitiveIfNecessary(attribute.getJavaType());
        if (keys != null && !keys.equals(values)) {
            faults.add(where + " is a " + values.getName() + ", and the keys of gate '" + gate + "' are "
                    + keys.getName() + "; use one type for both");
        }
    }

    private @Nullable Class<?> keyType(String gate) {
        Class<?> unused = beans.getType(gate, false);
        return beans.containsBeanDefinition(gate)
                        && beans.getMergedBeanDefinition(gate) instanceof RootBeanDefinition definition
                ? keyType(definition.getResolvableType())
                : null;
    }

    private static @Nullable Class<?> keyType(ResolvableType gate) {
        return gate.as(AnyGate.class).getGeneric(0).resolve();
    }
}
