package dev.bloomery.gate;

import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** An {@link InMemoryStore} of pairs: owners and keys are numbers, an owner has the keys 0 to 7 at most. */
final class InMemoryOwnerStore implements OwnedKeyStore<Integer, Integer> {
    static final int KEYS = 8;

    final InMemoryStore pairs = new InMemoryStore();

    static long pair(int owner, int key) {
        return (long) owner * KEYS + key;
    }

    @Override
    public boolean contains(Integer owner, Integer key) {
        return pairs.contains(pair(owner, key));
    }

    @Override
    public Set<Integer> containsWhich(Integer owner, Collection<? extends Integer> keys) {
        List<Long> asked = keys.stream().map(key -> pair(owner, key)).toList();
        Set<Integer> found = new HashSet<>();
        pairs.containsWhich(asked).forEach(pair -> found.add((int) (pair % KEYS)));
        return found;
    }

    @Override
    public boolean insert(Integer owner, Integer key) {
        return pairs.insert(pair(owner, key));
    }

    @Override
    public boolean delete(Integer owner, Integer key) {
        return pairs.delete(pair(owner, key));
    }

    @Override
    public boolean deleteOwner(Integer owner) {
        return pairs.deleteAll(
                LongStream.range(pair(owner, 0), pair(owner + 1, 0)).boxed().toList());
    }

    @Override
    public long scan(Consumer<? super OwnedKey<Integer, Integer>> sink) {
        return pairs.scan(pair -> sink.accept(new OwnedKey<>((int) (pair / KEYS), (int) (pair % KEYS))));
    }
}
