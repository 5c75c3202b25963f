package dev.bloomery.spring.internal.properties;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The names of the properties, to say which one may have been meant. */
final class Known {
    private Known() {}

    /** What is known where the unknown name is. */
    static String near(ConfigurationPropertyName unknown) {
        Type type = BloomeryProperties.class;
        ConfigurationPropertyName at = unknown.chop(1);
        for (int i = 1; i < unknown.getNumberOfElements(); i++) {
            String element = unknown.getElement(i, Form.UNIFORM);
            if (type instanceof ParameterizedType map) {
                type = map.getActualTypeArguments()[1];
            } else {
                RecordComponent component = find((Class<?>) type, element);
                if (component == null) {
                    return "below '" + at + "' there are: " + String.join(", ", namesOf((Class<?>) type));
                }
                if (!component.getType().isRecord() && !(component.getGenericType() instanceof ParameterizedType)) {
                    return "'" + at.append(kebab(component.getName())) + "' is one value, with nothing below it";
                }
                type = component.getGenericType();
            }
            at = unknown.chop(i + 1);
        }
        return "below '" + unknown.getParent() + "' something else is expected";
    }

    private static @Nullable RecordComponent find(Class<?> type, String element) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getName().toLowerCase(Locale.ROOT).equals(element)) {
                return component;
            }
        }
        return null;
    }

    private static List<String> namesOf(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(kebab(component.getName()));
        }
        return names;
    }

    static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
