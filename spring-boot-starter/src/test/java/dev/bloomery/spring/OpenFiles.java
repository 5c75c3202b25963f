package dev.bloomery.spring;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.channels.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The files that an object of ours has open, found by walking through its fields. */
final class OpenFiles {
    private OpenFiles() {}

    static List<Channel> below(Object root) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(root));
        List<Channel> found = new ArrayList<>();
        while (!open.isEmpty()) {
            Object at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            if (at instanceof Channel channel) {
                found.add(channel);
            } else if (at.getClass().getName().startsWith("dev.bloomery")) {
                addFields(at, open);
            }
        }
        return found;
    }

    private static void addFields(Object at, Deque<Object> open) {
        for (Class<?> type = at.getClass(); type.getName().startsWith("dev.bloomery"); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    Object value = field.get(at);
                    if (value != null) {
                        open.add(value);
                    }
                } catch (ReflectiveOperationException problem) {
                    throw new IllegalStateException(problem);
                }
            }
        }
    }
}
