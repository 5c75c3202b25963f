package dev.bloomery.spring.internal.bean;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.StoredName;
import dev.bloomery.spring.internal.plan.Keys;
import org.springframework.beans.factory.BeanFactory;

/** The encoder of the keys of a plan. The type of the keys is that of the plan, which the compiler cannot see. */
final class KeyEncoders {
    private KeyEncoders() {}

    @SuppressWarnings("unchecked")
    static <K> KeyEncoder<K> of(Keys keys, BeanFactory beans) {
        return (KeyEncoder<K>)
                switch (keys.form()) {
                    case TEXT -> KeyEncoder.utf8();
                    case INT64 -> KeyEncoder.int64();
                    case UUID -> KeyEncoder.uuid();
                    case STORED_NAME -> OfRedis.storedName();
                    case BEAN -> beans.getBean(keys.text(), KeyEncoder.class);
                };
    }

    /** Apart, because the module may be missing. */
    private static final class OfRedis {
        static KeyEncoder<?> storedName() {
            return StoredName.encoder();
        }
    }
}
