package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every public method of gates, tickets and builders refuses null at once with a message that is the name of the parameter. The methods are found by
 * reflection, so that a new one is tried as well; names of parameters are there because the build compiles with {@code -parameters}.
 */
class NullArgumentsTest {
    /** What a method is called on; made anew for each call, because some calls end it. */
    private record Subject(String name, Supplier<Object> make) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Subject> subjects() {
        return Stream.of(
                new Subject("cold gate", () -> gate().openCold()),
                new Subject("active gate", () -> gate().openWarm(keys -> {})),
                new Subject("builder of a gate", NullArgumentsTest::gate),
                new Subject("cold loading gate", () -> loading().openCold()),
                new Subject("active loading gate", () -> loading().openWarm(keys -> {})),
                new Subject("builder of a loading gate", NullArgumentsTest::loading),
                new Subject("cold gate of owners", () -> owners().openCold()),
                new Subject("active gate of owners", () -> owners().openWarm(keys -> {})),
                new Subject("builder of a gate of owners", NullArgumentsTest::owners),
                new Subject("cold expiring gate", () -> expiring().openCold()),
                new Subject("active expiring gate", () -> expiring().openWarm(keys -> {})),
                new Subject("builder of an expiring gate", NullArgumentsTest::expiring),
                new Subject("cold read-only gate", () -> readOnly().openCold()),
                new Subject("active read-only gate", () -> readOnly().openWarm(keys -> {})),
                new Subject("builder of a read-only gate", NullArgumentsTest::readOnly),
                new Subject("ticket", () -> gate().openWarm(keys -> {}).beginWrite()));
    }

    private static GateBuilder<Long> gate() {
        return Gate.over(new InMemoryStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess());
    }

    private static ExpiringGateBuilder<Long> expiring() {
        return ExpiringGate.over(new ExpiringStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess());
    }

    private static ReadOnlyGateBuilder<Long> readOnly() {
        return ReadOnlyGate.over(new InMemoryStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess());
    }

    private static LoadingGateBuilder<Long, String> loading() {
        return LoadingGate.over(new Nothing(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess());
    }

    private static OwnerGateBuilder<Integer, Integer> owners() {
        return OwnerGate.over(new InMemoryOwnerStore(), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01))
                .writers(StoreWriters.onlyThisProcess());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void call_nullForAnyParameter_namesIt(Subject subject) {
        List<String> unnamed = new ArrayList<>();
        int tried = 0;
        for (Method method : subject.make.get().getClass().getMethods()) {
            if (method.getDeclaringClass() == Object.class || Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            for (int nulled = 0; nulled < method.getParameterCount(); nulled++) {
                if (!method.getParameterTypes()[nulled].isPrimitive()) {
                    tried++;
                    @Nullable Throwable thrown = thrown(subject, method, arguments(method, nulled, null));
                    if (!names(method.getParameters()[nulled].getName(), thrown)) {
                        unnamed.add(method + ", parameter " + nulled + ": " + thrown);
                    }
                }
            }
        }
        assertThat(tried).isPositive();
        assertThat(unnamed).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void call_nullAmongTheKeys_namesIt(Subject subject) {
        List<String> unnamed = new ArrayList<>();
        for (Method method : subject.make.get().getClass().getMethods()) {
            for (int i = 0; i < method.getParameterCount(); i++) {
                if (method.getParameterTypes()[i] == Collection.class) {
                    @Nullable Throwable thrown = thrown(subject, method, arguments(method, i, Arrays.asList(1, null)));
                    if (!names("key", thrown)) {
                        unnamed.add(method + ": " + thrown);
                    }
                }
            }
        }
        assertThat(unnamed).isEmpty();
    }

    private static boolean names(String parameter, @Nullable Throwable thrown) {
        return thrown instanceof NullPointerException && parameter.equals(thrown.getMessage());
    }

    private static @Nullable Throwable thrown(Subject subject, Method method, Object[] arguments) {
        method.setAccessible(true); // the classes that declare some of them are not public
        @Nullable Throwable thrown = catchThrowable(() -> method.invoke(subject.make.get(), arguments));
        return thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
    }

    private static Object[] arguments(Method method, int at, @Nullable Object odd) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == at ? odd : any(method.getParameterTypes()[i]);
        }
        return arguments;
    }

    private static Object any(Class<?> type) {
        if (type == int.class || type == Object.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == double.class) {
            return 0.5;
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(1);
        }
        if (type == Collection.class) {
            return List.of(1);
        }
        if (type == LongConsumer.class) {
            return (LongConsumer) keys -> {};
        }
        if (type == Predicate.class) {
            return (Predicate<Object>) key -> true;
        }
        if (type == Runnable.class) {
            return (Runnable) () -> {};
        }
        throw new IllegalArgumentException("say what a " + type + " is");
    }

    private static final class Nothing implements Loader<Long, String> {
        @Override
        public Optional<String> load(Long key) {
            return Optional.empty();
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return 0;
        }
    }
}
