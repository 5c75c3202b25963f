package dev.bloomery.spring.internal.absent;

import dev.bloomery.gate.AnyGate;
import java.lang.reflect.Method;
import java.util.Objects;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.Ordered;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * Does not call a method for a key that is certainly absent. It needs Spring's own proxies and no AspectJ, and is outside of caches and
 * transactions, whose advisors come last.
 */
public final class AbsentUnlessAdvisor extends AbstractPointcutAdvisor {
    private static final long serialVersionUID = 1;
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final transient ConfigurableListableBeanFactory beans;
    private final transient GuardedMethods methods;
    private final transient Pointcut pointcut;
    private final transient MethodInterceptor advice = this::invoke;

    /** For the gates of this application. */
    public AbsentUnlessAdvisor(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
        this.methods = new GuardedMethods(beans);
        this.pointcut = new StaticMethodMatcherPointcut() {
            @Override
            public boolean matches(Method method, Class<?> targetClass) {
                return methods.find(method, targetClass) != null;
            }
        };
        setOrder(Ordered.LOWEST_PRECEDENCE - 100);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return advice;
    }

    private @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Object target = Objects.requireNonNull(call.getThis(), "the object that is called");
        GuardedMethod guarded = methods.find(call.getMethod(), AopUtils.getTargetClass(target));
        if (guarded != null && isCertainlyAbsent(guarded, call, target)) {
            return AbsentAnswers.of(call.getMethod().getReturnType());
        }
        return call.proceed();
    }

    private boolean isCertainlyAbsent(GuardedMethod guarded, MethodInvocation call, Object target) {
        Method specific = AopUtils.getMostSpecificMethod(call.getMethod(), AopUtils.getTargetClass(target));
        Object key =
                guarded.key().getValue(new MethodBasedEvaluationContext(target, specific, call.getArguments(), NAMES));
        if (key == null) {
            return false;
        }
        if (!guarded.keyType().isInstance(key)) {
            throw new IllegalStateException("the key of @AbsentUnless on " + guarded.description() + " is a "
                    + key.getClass().getName() + ", and the keys of gate '" + guarded.gate() + "' are "
                    + guarded.keyType().getName() + "; change the expression '"
                    + guarded.key().getExpressionString() + "', for example to #id.longValue()");
        }
        @SuppressWarnings("unchecked")
        AnyGate<Object> gate = beans.getBean(guarded.gate(), AnyGate.class);
        return gate.isCertainlyAbsent(key);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
