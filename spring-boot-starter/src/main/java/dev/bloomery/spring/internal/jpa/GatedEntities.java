package dev.bloomery.spring.internal.jpa;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.spring.GateTickets;
import dev.bloomery.spring.GatedBy;
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
    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<GateTickets> tickets;

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
            register(
                    factory.unwrap(SessionFactoryImplementor.class), new GateEventListener(gated, this::gate, tickets));
        }
    }

    private static void register(SessionFactoryImplementor factory, GateEventListener listener) {
        EventListenerRegistry registry = factory.getServiceRegistry().requireService(EventListenerRegistry.class);
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
                attributes.add(new GatedAttribute(name, singular.isId(), gatedBy.value()));
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
