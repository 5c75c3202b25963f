package app;

import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A gate before a store of its own. */
final class Main {
    private Main() {}

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

    public static void main(String[] args) {
        try (Gate<String> gate = Gate.over(new Names(), KeyEncoder.utf8(), CuckooSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {})) {
            boolean added = gate.addIfAbsent("anna");
            System.out.print(added && gate.contains("anna") && !gate.contains("bert") ? "ok" : "wrong answer");
        }
    }
}
