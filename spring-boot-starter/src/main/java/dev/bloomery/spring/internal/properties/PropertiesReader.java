package dev.bloomery.spring.internal.properties;

import dev.bloomery.spring.internal.fault.Faults;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Reads the tree under {@code bloomery}. What cannot be converted, and what nobody knows, becomes a fault; the rest is read all
 * the same, so that all faults are found in one start. As everywhere in Boot, unknown names are looked for in files and arguments, not
 * in the environment and the system properties, which others write as well.
 */
public final class PropertiesReader {
    private static final String PREFIX = "bloomery";

    private PropertiesReader() {}

    /** The properties as far as they can be read; the others are among the faults. */
    public static BloomeryProperties read(Environment environment, Faults faults) {
        Binder binder = Binder.get(environment);
        Bindable<BloomeryProperties> target = Bindable.of(BloomeryProperties.class);
        Collecting collecting = new Collecting(faults);
        try {
            BindHandler known = new NoUnboundElementsBindHandler(collecting, new UnboundElementsSourceFilter());
            return binder.bindOrCreate(PREFIX, target, known);
        } catch (org.springframework.boot.context.properties.bind.BindException failed) {
            if (failed.getCause() instanceof UnboundConfigurationPropertiesException unknown) {
                unknown.getUnboundProperties().forEach(one -> collecting.unknown(one, binder));
                return binder.bindOrCreate(PREFIX, target, new Collecting(faults));
            }
            throw failed;
        }
    }

    /** Notes what cannot be converted and goes on without it. */
    private static final class Collecting implements BindHandler {
        private final Faults faults;
        /** A value that is wrong fails at itself, and its parents may fail because of it. */
        private final Set<ConfigurationPropertyName> wrong = new TreeSet<>();

        Collecting(Faults faults) {
            this.faults = faults;
        }

        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                throws Exception {
            if (error instanceof UnboundConfigurationPropertiesException) {
                throw error;
            }
            ConfigurationProperty property = context.getConfigurationProperty();
            boolean isOfChild = wrong.stream().anyMatch(name::isAncestorOf);
            if (property == null || isOfChild) {
                if (!isOfChild) {
                    throw error;
                }
                return null;
            }
            wrong.add(name);
            faults.add(name.toString(), "'" + property.getValue() + "' " + reason(target, error));
            return null;
        }

        private static String reason(Bindable<?> target, Throwable error) {
            Class<?> type = target.getType().resolve(Object.class);
            if (type.isEnum()) {
                return "is none of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(constant -> constant.toString()
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', '-'))
                                .collect(Collectors.joining(", "))
                        + "; write one of these";
            }
            Throwable root = error;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return switch (type.getSimpleName()) {
                case "Duration" -> "is no time; write a number with a unit, as 500ms, 10s, 5m, 12h or 30d";
                case "DataSize" -> "is no size; write a number with a unit, as 64MB";
                case "Boolean" -> "is neither true nor false; write one of them";
                case "Integer" -> "is no whole number that fits; write one, as 4096";
                case "Double" -> "is no number; write one, as 0.01";
                case "StoreProperties" ->
                    "is no store; write 'memory' for tests, or one of store.jdbc, store.redis and store.bean";
                default ->
                    "is one value, but there are properties of its own below '"
                            + type.getSimpleName().replace("Properties", "").toLowerCase(Locale.ROOT)
                            + "'; see docs/spring.md";
            };
        }

        void unknown(ConfigurationProperty property, Binder binder) {
            ConfigurationPropertyName name = property.getName();
            // `store: memory` in the properties of a test, over the `store.jdbc...` of the application
            for (ConfigurationPropertyName above = name.getParent();
                    above.getNumberOfElements() > 1;
                    above = above.getParent()) {
                String last = above.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
                if (wrong.contains(above)
                        || (last.equals("store")
                                && binder.bind(above, Bindable.of(String.class)).isBound())) {
                    return;
                }
            }
            faults.add(name.toString(), "nobody knows this property; " + Known.near(name));
        }
    }
}
