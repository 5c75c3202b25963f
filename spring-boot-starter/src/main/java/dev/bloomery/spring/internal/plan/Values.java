package dev.bloomery.spring.internal.plan;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spring.internal.fault.Faults;
import dev.bloomery.spring.internal.plan.Keys.Form;
import dev.bloomery.spring.internal.properties.BloomeryProperties.DefaultsProperties;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringUtils;

/** Values that gates, filters, families and shared filters have in common. Each method gives null, and a fault, for one that cannot be. */
final class Values {
    private static final String STORED_NAME = "dev.bloomery.redis.StoredName";

    private final DefaultsProperties defaults;
    private final KnownBeans beans;
    private final Faults faults;
    private final Map<Path, String> directories = new HashMap<>();

    Values(DefaultsProperties defaults, KnownBeans beans, Faults faults) {
        this.defaults = defaults;
        this.beans = beans;
        this.faults = faults;
    }

    boolean isHardened(@Nullable Boolean given) {
        return given == null ? defaults.hardened() : given;
    }

    @Nullable
    Keys keys(String property, @Nullable String text) {
        if (!StringUtils.hasText(text)) {
            faults.add(property, "is missing; write text, int64, uuid, or the name of a KeyEncoder bean");
            return null;
        }
        return switch (text) {
            case "text" -> new Keys(text, Form.TEXT, ResolvableType.forClass(String.class));
            case "int64" -> new Keys(text, Form.INT64, ResolvableType.forClass(Long.class));
            case "uuid" -> new Keys(text, Form.UUID, ResolvableType.forClass(UUID.class));
            case "stored-name" -> storedName(property, text);
            default -> encoder(property, text);
        };
    }

    private @Nullable Keys storedName(String property, String text) {
        try {
            ClassLoader loader = Values.class.getClassLoader();
            return new Keys(text, Form.STORED_NAME, ResolvableType.forClass(Class.forName(STORED_NAME, false, loader)));
        } catch (ClassNotFoundException gone) {
            faults.add(property, "'stored-name' needs the module bloomery-redis, which was excluded; add it again");
            return null;
        }
    }

    private @Nullable Keys encoder(String property, String name) {
        ResolvableType type =
                bean(property, name, KeyEncoder.class, "write text, int64, uuid, or the name of a KeyEncoder bean");
        return type == null ? null : new Keys(name, Form.BEAN, type.getGeneric(0));
    }

    /** The type of a bean as one of the given type. */
    @Nullable
    ResolvableType bean(String property, String name, Class<?> type, String advice) {
        if (!beans.exists(name)) {
            faults.add(property, "there is no bean '" + name + "'; " + advice);
            return null;
        }
        ResolvableType found = beans.typeOf(name);
        ResolvableType as = found.as(type);
        boolean isKnown = !ResolvableType.NONE.equals(found)
                && !found.resolve(Object.class).isInterface(); // a lambda or a proxy may be more than it says
        if (isKnown && ResolvableType.NONE.equals(as)) {
            faults.add(
                    property,
                    "the bean '" + name + "' is a " + found.toClass().getName() + ", and no " + type.getSimpleName()
                            + "; " + advice);
            return null;
        }
        if (as.hasGenerics() && as.getGeneric(0).resolve() == null) {
            faults.add(
                    property,
                    "the bean '" + name + "' does not say of which keys it is a " + type.getSimpleName()
                            + "; let its method return " + type.getSimpleName() + "<the type of your keys>");
            return null;
        }
        return as;
    }

    /** Whether a bean has keys of this type, as far as is known; if not there is a fault. */
    boolean hasKeys(@Nullable Keys keys, ResolvableType bean, String property, String name) {
        Class<?> given = keys == null ? null : keys.type().resolve();
        Class<?> wanted = bean.getGeneric(0).resolve();
        if (given == null || wanted == null || given.equals(wanted)) {
            return true;
        }
        faults.add(
                property,
                "the bean '" + name + "' has keys of " + wanted.getName() + ", and those here are " + given.getName()
                        + "; change 'keys', or name another bean");
        return false;
    }

    /**
     * The plan of a filter.
     *
     * @param window for a windowed filter that does not say its own; null: it has to
     */
    @Nullable
    FilterSpec filter(String property, @Nullable String text, @Nullable Boolean hardened, @Nullable Duration window) {
        String where = property + ".filter";
        if (!StringUtils.hasText(text)) {
            faults.add(where, "is missing; write one line, as: bloom capacity=1000000 fpp=0.01");
            return null;
        }
        StringBuilder line = new StringBuilder(text);
        if (defaults.fpp() != null && !text.contains("fpp=")) {
            line.append(" fpp=").append(defaults.fpp());
        }
        if (window != null && text.startsWith("windowed") && !text.contains("window=")) {
            line.append(" window=").append(window);
        }
        if (isHardened(hardened) && !text.contains("hash=")) {
            line.append(" hash=").append(KeyHash.SIPHASH_2_4.specName());
        }
        FilterSpec spec = faults.tried(where, () -> FilterSpec.parse(line.toString()));
        if (spec == null) {
            return null;
        }
        if (!spec.kind().takesKeys()) {
            faults.add(
                    where,
                    "a filter of the kind '" + spec.kind().specName()
                            + "' is built of all its keys at once; build its file elsewhere and name it as 'snapshot' of an entry in bloomery.filters");
            return null;
        }
        if (Boolean.TRUE.equals(hardened) && spec.hash() != KeyHash.SIPHASH_2_4) {
            faults.add(
                    property + ".hardened",
                    "the filter says hash=" + spec.hash().specName() + "; leave one of the two out");
        }
        return spec;
    }

    @Nullable
    Path path(String property, String text) {
        String plain = text.startsWith("file:") ? text.substring("file:".length()) : text;
        if (plain.isBlank() || plain.startsWith("classpath:")) {
            faults.add(property, "'" + text + "' is no file; write a path, as /data/blocked.bloom");
            return null;
        }
        try {
            return Path.of(plain).toAbsolutePath().normalize();
        } catch (InvalidPathException wrong) {
            faults.add(property, "'" + text + "' is no path; write one, as /data/blocked.bloom");
            return null;
        }
    }

    /** A directory for one instance alone. */
    @Nullable
    Path directory(String instance, String text) {
        Path path = path(instance + ".directory", text);
        if (path == null) {
            return null;
        }
        String other = directories.putIfAbsent(path, instance);
        if (other != null) {
            faults.add(
                    instance + ".directory",
                    "'" + path + "' is the directory of " + other + ", too; give each a directory of its own");
            return null;
        }
        return path;
    }

    @Nullable
    SyncPolicy sync(String property, @Nullable String text) {
        if (text == null || text.equals("always")) {
            return SyncPolicy.always();
        }
        if (text.equals("on-close")) {
            return SyncPolicy.onClose();
        }
        if (text.startsWith("every ")) {
            try {
                Duration time = DurationStyle.detectAndParse(
                        text.substring("every ".length()).trim());
                return SyncPolicy.every(time);
            } catch (IllegalArgumentException notOne) {
                // below
            }
        }
        faults.add(property, "'" + text + "' is no policy; write always, every 1s (or another time), or on-close");
        return null;
    }

    /** Refuses a value that has no effect without something else. */
    void refuse(String instance, String name, @Nullable Object value, String needs) {
        if (value != null) {
            faults.add(instance + "." + name, "has no effect without " + needs + "; add that, or leave it out");
        }
    }

    /** Whoever is named must be there; null names nobody. */
    void requireBean(String property, @Nullable String name, String advice) {
        if (name != null && !beans.exists(name)) {
            faults.add(property, "there is no bean '" + name + "'; " + advice);
        }
    }
}
