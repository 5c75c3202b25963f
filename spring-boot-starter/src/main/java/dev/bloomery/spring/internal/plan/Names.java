package dev.bloomery.spring.internal.plan;

import dev.bloomery.spring.internal.fault.Faults;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of instances become names of beans: {@code seen-urls} is {@code seenUrls}. */
final class Names {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final Pattern AFTER_DASH = Pattern.compile("-+([A-Za-z0-9])?");

    private final KnownBeans beans;
    private final Faults faults;
    private final Map<String, String> taken = new HashMap<>();

    Names(KnownBeans beans, Faults faults) {
        this.beans = beans;
        this.faults = faults;
    }

    static String camelCase(String name) {
        return AFTER_DASH
                .matcher(name)
                .replaceAll(dash -> dash.group(1) == null ? "" : dash.group(1).toUpperCase(java.util.Locale.ROOT));
    }

    /** The name of the bean; null, and a fault, if there cannot be one of that name. */
    @Nullable
    String beanName(String property, String name) {
        if (!NAME.matcher(name).matches()) {
            faults.add(
                    property,
                    "'" + name
                            + "' cannot be the name of a bean; use letters, digits and dashes, at most 64, as seen-urls");
            return null;
        }
        String beanName = camelCase(name);
        String other = taken.putIfAbsent(beanName, property);
        if (other != null) {
            faults.add(property, "its bean would be '" + beanName + "', as that of " + other + "; use another name");
            return null;
        }
        if (beans.isTaken(beanName)) {
            faults.add(
                    property,
                    "the application has a bean '" + beanName + "' of its own" + typeOf(beanName)
                            + ", so these properties are not used; remove them, or rename one of the two");
            return null;
        }
        return beanName;
    }

    /** Often it is a class that the application means to be a service in front of the gate. */
    private String typeOf(String beanName) {
        Class<?> type = beans.typeOf(beanName).resolve();
        return type == null ? "" : ", a " + type.getName();
    }
}
