package app;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.store.KeyStoreContract;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Runs one test of the contract of stores as JUnit does: by reflection, though the method is not public. */
final class Main extends KeyStoreContract<String> {

    private static final class Names implements KeyStore<String> {
        private final Set<String> names = ConcurrentHashMap.newKeySet();

        @Override
        public boolean contains(String key) {
            return names.contains(key);
        }

        @Override
        public boolean insert(String key) {
            return names.add(key);
        }

        @Override
        public boolean delete(String key) {
            return names.remove(key);
        }

        @Override
        public boolean replace(String oldKey, String newKey) {
            return names.contains(oldKey) && names.add(newKey) && names.remove(oldKey);
        }

        @Override
        public long scan(Consumer<? super String> keys) {
            List<String> all = List.copyOf(names);
            all.forEach(keys);
            return all.size();
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Method test = KeyStoreContract.class.getDeclaredMethod("insert_newKey_isThereOnce");
        test.setAccessible(true);
        test.invoke(new Main());
        System.out.print("ok");
    }

    @Override
    protected KeyStore<String> emptyStore() {
        return new Names();
    }

    @Override
    protected KeyEncoder<String> encoder() {
        return KeyEncoder.utf8();
    }

    @Override
    protected String key(int index) {
        return "key " + index;
    }

    @Override
    protected List<String> strangeKeys() {
        return List.of("", " ");
    }
}
