package dev.bloomery.spring.internal.absent;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** What a method returns that is not called: nothing, in the form that its type has for that. */
final class AbsentAnswers {
    private static final Map<Class<?>, Supplier<Object>> EMPTY = new LinkedHashMap<>();

    static {
        EMPTY.put(Optional.class, Optional::empty);
        EMPTY.put(OptionalInt.class, OptionalInt::empty);
        EMPTY.put(OptionalLong.class, OptionalLong::empty);
        EMPTY.put(OptionalDouble.class, OptionalDouble::empty);
        EMPTY.put(Stream.class, Stream::empty);
        EMPTY.put(IntStream.class, IntStream::empty);
        EMPTY.put(LongStream.class, LongStream::empty);
        EMPTY.put(DoubleStream.class, DoubleStream::empty);
        EMPTY.put(List.class, List::of);
        EMPTY.put(Set.class, Set::of);
        EMPTY.put(Map.class, Map::of);
        EMPTY.put(Collection.class, List::of);
        EMPTY.put(Iterable.class, Collections::emptyList);
    }

    private AbsentAnswers() {}

    /** Why a method of this type cannot have the annotation; null: it can. */
    static @Nullable String refusal(Method method) {
        Class<?> type = method.getReturnType();
        if (type == void.class) {
            return "it returns void, and the caller would not know that it was not called; let it return something";
        }
        if (type.isPrimitive()) {
            return "it returns " + type + ", which cannot say that there is nothing; let it return an Optional, or "
                    + ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName();
        }
        if (CompletionStage.class.isAssignableFrom(type) || Future.class.isAssignableFrom(type) || isReactive(type)) {
            return "it returns a " + type.getSimpleName()
                    + ", and asynchronous results are not supported; ask gate.isCertainlyAbsent(key) in the method";
        }
        return null;
    }

    private static boolean isReactive(Class<?> type) {
        for (Class<?> at : ClassUtils.getAllInterfacesForClass(type)) {
            if (at.getName().equals("org.reactivestreams.Publisher")) {
                return true;
            }
        }
        return false;
    }

    static @Nullable Object of(Class<?> type) {
        Supplier<Object> empty = EMPTY.get(type);
        return empty == null ? null : empty.get();
    }
}
