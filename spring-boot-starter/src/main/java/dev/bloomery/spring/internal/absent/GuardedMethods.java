package dev.bloomery.spring.internal.absent;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.spring.AbsentUnless;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Finds methods with the annotation, and refuses those on which it could not work. No gate is made by that. */
final class GuardedMethods {
    private final ConfigurableListableBeanFactory beans;
    private final Map<AnnotatedElementKey, Optional<GuardedMethod>> known = new ConcurrentHashMap<>();

    GuardedMethods(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Null: the method has no annotation. */
    @Nullable
    GuardedMethod find(Method method, Class<?> target) {
        return known.computeIfAbsent(new AnnotatedElementKey(method, target), key -> read(method, target))
                .orElse(null);
    }

    private Optional<GuardedMethod> read(Method method, Class<?> target) {
        if (method.isSynthetic()) {
            return Optional.empty();
        }
        Method specific = AopUtils.getMostSpecificMethod(method, target);
        AbsentUnless annotation = AnnotatedElementUtils.findMergedAnnotation(specific, AbsentUnless.class);
        if (annotation == null) {
            annotation = AnnotatedElementUtils.findMergedAnnotation(method, AbsentUnless.class);
        }
        return annotation == null ? Optional.empty() : Optional.of(check(specific, annotation));
    }

    private GuardedMethod check(Method method, AbsentUnless annotation) {
        String description = method.getDeclaringClass().getName() + "." + method.getName();
        String refusal = AbsentAnswers.refusal(method);
        if (refusal != null) {
            throw refused(description, refusal);
        }
        int modifiers = method.getModifiers() | (method.getDeclaringClass().getModifiers() & Modifier.FINAL);
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            throw refused(
                    description,
                    "it is private, static or final, or its class is, so that calls cannot be intercepted; make it public, and neither final");
        }
        String gate = annotation.gate();
        if (!beans.containsBean(gate) || !beans.isTypeMatch(gate, AnyGate.class)) {
            throw refused(
                    description,
                    "there is no gate '" + gate + "'; use the name of one of "
                            + List.of(beans.getBeanNamesForType(AnyGate.class, true, false)));
        }
        return new GuardedMethod(gate, parse(description, annotation.key()), keyType(gate), description);
    }

    private static Expression parse(String description, String key) {
        try {
            return new SpelExpressionParser().parseExpression(key);
        } catch (ParseException | IllegalArgumentException wrong) {
            throw refused(
                    description,
                    "key '" + key + "' cannot be parsed (" + wrong.getMessage()
                            + "); write the name of a parameter, as #id");
        }
    }

    private Class<?> keyType(String gate) {
        Class<?> unused = beans.getType(gate, false);
        if (beans.containsBeanDefinition(gate)
                && beans.getMergedBeanDefinition(gate) instanceof RootBeanDefinition definition) {
            return definition
                    .getResolvableType()
                    .as(AnyGate.class)
                    .getGeneric(0)
                    .resolve(Object.class);
        }
        return Object.class;
    }

    private static IllegalStateException refused(String description, String reason) {
        return new IllegalStateException("@AbsentUnless cannot be on " + description + ": " + reason);
    }
}
