package dev.bloomery.family;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.file.WrongSecretException;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.family.Manifest;
import dev.bloomery.internal.family.OwnerPlan;
import dev.bloomery.internal.family.OwnerStore;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.EncoderMatch;
import dev.bloomery.internal.kind.KnownAnswer;
import dev.bloomery.internal.kind.SeededHash;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds or opens a {@link FilterFamily}. Every wrong value is refused where it is given.
 *
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public final class FamilyBuilder<O, K> {
    private static final long LEAST_BUDGET = 1 << 20;

    private final KeyEncoder<O> owners;
    private final KeyEncoder<K> keys;
    private final double targetFpp;
    private KeyHash hash = KeyHash.XXH3_64;
    private @Nullable Seed seed;
    private long memoryBudget = Long.MAX_VALUE;

    FamilyBuilder(KeyEncoder<O> owners, KeyEncoder<K> keys, double targetFpp) {
        requireFpp(targetFpp);
        this.owners = owners;
        this.keys = keys;
        this.targetFpp = targetFpp;
    }

    static void requireFpp(double targetFpp) {
        if (targetFpp < OwnerPlan.LOWEST_FPP) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", too low for a family; use at least "
                    + OwnerPlan.LOWEST_FPP + ", or one Bloom filter over owner and key");
        }
    }

    /**
     * Hashes owners and keys with {@link KeyHash#SIPHASH_2_4} in place of {@link KeyHash#XXH3_64}: for those that strangers choose
     * while they can watch the answers.
     *
     * @return this
     */
    public FamilyBuilder<O, K> hardened() {
        this.hash = KeyHash.SIPHASH_2_4;
        return this;
    }

    /**
     * With this seed; unless you say otherwise a random secret one, or that of the family that is opened.
     *
     * @param seed the seed
     * @return this
     */
    public FamilyBuilder<O, K> seed(Seed seed) {
        this.seed = Objects.requireNonNull(seed, "seed");
        return this;
    }

    /**
     * At most so much memory, for everything that owners take; without limit unless you say otherwise. With a directory, owners that were not
     * asked for lately are spilled to it and brought back when they are; about 12 bytes an owner stay in memory. Without, or when
     * that alone passes the budget, keys that need memory are refused with a {@link FilterFullException}. Each thread that works at that moment may
     * pass the budget by a page of 64 KiB and the filter of one owner.
     *
     * @param bytes from 1 MiB on
     * @return this
     */
    public FamilyBuilder<O, K> memoryBudget(long bytes) {
        if (bytes < LEAST_BUDGET) {
            throw new IllegalArgumentException(
                    "memoryBudget is " + bytes + " bytes; use at least " + LEAST_BUDGET + " (1 MiB)");
        }
        this.memoryBudget = bytes;
        return this;
    }

    /**
     * An empty family in memory alone.
     *
     * @return the family
     */
    public FilterFamily<O, K> build() {
        return family(OwnerStore.inMemory(new OwnerPlan(targetFpp), memoryBudget), seed == null ? Seed.random() : seed);
    }

    /**
     * The family in a directory, or a new one if the directory is empty or missing. Its files can be read by their owner only, and have
     * the secret seed in them. One process can have it open at a time.
     *
     * @param directory the directory; its parent must be there
     * @return the family, with what it had: {@link FilterFamily} says how much that is after a crash
     * @throws IOException if it cannot be read or written; a {@link dev.bloomery.file.SnapshotException} if it is damaged, or
     *     not what this builder describes: a {@link WrongKeysException} if it was created with other encoders, by their names
     */
    public FilterFamily<O, K> open(Path directory) throws IOException {
        return open(directory, Disk.real());
    }

    FilterFamily<O, K> open(Path directory, Disk disk) throws IOException {
        Objects.requireNonNull(directory, "directory");
        Seed[] used = new Seed[1];
        OwnerStore store = OwnerStore.open(disk, directory, memoryBudget, present -> {
            used[0] = present == null ? newSeed() : Seed.of(present.seedLow(), present.seedHigh());
            return present == null ? newManifest(used[0]) : checked(present, used[0], directory);
        });
        return family(store, used[0]);
    }

    private Seed newSeed() {
        return seed == null ? Seed.random() : seed;
    }

    private Manifest newManifest(Seed chosen) {
        return OwnerStore.newManifest(
                hasher(owners, chosen).hashesLongs(),
                hasher(keys, chosen).hashesLongs(),
                new SecureRandom().nextLong(),
                KnownAnswer.of(SeededHash.of(hash, chosen), chosen),
                chosen.low(),
                chosen.high(),
                new OwnerPlan(targetFpp),
                hash.specName(),
                owners.form(),
                keys.form());
    }

    private Manifest checked(Manifest present, Seed itsSeed, Path directory) throws IOException {
        String where = "the family in " + directory;
        if (seed != null && !seed.equals(itsSeed)) {
            throw new WrongSecretException(where + " has another seed than the one given; give its own, or none");
        }
        if (present.plan().targetFpp() != targetFpp || !present.hash().equals(hash.specName())) {
            throw new IllegalArgumentException(
                    where + " has targetFpp " + present.plan().targetFpp() + " and hash "
                            + present.hash() + ", this builder " + targetFpp + " and " + hash.specName()
                            + "; ask for the same, or begin in another directory");
        }
        if (present.longOwners() != hasher(owners, itsSeed).hashesLongs()
                || present.longKeys() != hasher(keys, itsSeed).hashesLongs()) {
            throw new WrongKeysException(
                    where + " has owners or keys of another sort than these encoders make: longs, and"
                            + " not bytes, or the other way round; give the encoders that it was created with");
        }
        if (present.knownAnswer() != KnownAnswer.of(SeededHash.of(hash, itsSeed), itsSeed)) {
            throw new WrongSecretException(
                    where + " was written with another hash than " + hash.specName() + " of this release is");
        }
        return present.with(
                EncoderMatch.of(owners.form(), present.ownerForm(), where + ", owners"),
                EncoderMatch.of(keys.form(), present.keyForm(), where + ", keys"));
    }

    private <T> KeyHasher<T> hasher(KeyEncoder<T> encoder, Seed chosen) {
        return KeyHasher.of(encoder, SeededHash.of(hash, chosen));
    }

    private FilterFamily<O, K> family(OwnerStore store, Seed chosen) {
        return new FilterFamily<>(hasher(owners, chosen), hasher(keys, chosen), store, memoryBudget);
    }
}
