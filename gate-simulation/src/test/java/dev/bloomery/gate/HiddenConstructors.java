package dev.bloomery.gate;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.internal.generation.FamilyGenerations;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateParts;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import dev.bloomery.key.KeyEncoder;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes gates of parts that no user of the API can give them, for a simulation. */
public final class HiddenConstructors {
    private HiddenConstructors() {}

    /** What a gate is made of. */
    public static final class Surroundings<K> {
        public @Nullable Generations<K> generations;
        public GateParts parts = new GateParts();
        public int stripes = 2;
        public int remembered;
        public LongSupplier nanoTime = System::nanoTime;
        /** For how long writes of a process that is gone may come. */
        public long lateWritesNanos;
        /** For how long keys live in the store; 0: for ever. */
        public long expiryNanos;
        /** Brings the keys of others, if there are some. */
        public @Nullable KeyFeed<K> feed;
        /** For how long an announced write takes. */
        public long longestWriteNanos;

        public Runnable foreignWriteFound = () -> {};

        private GateSettings<K> settings() {
            StoreWriters<K> writers = feed == null
                    ? StoreWriters.onlyThisProcess()
                    : StoreWriters.fedBy(feed, Duration.ofNanos(longestWriteNanos));
            GateSettings<K> settings = new GateSettings<>(Objects.requireNonNull(generations), writers);
            settings.parts = parts;
            settings.stripes = stripes;
            settings.rememberedFalsePositives = remembered;
            settings.nanoTime = nanoTime;
            settings.lateWrites = Duration.ofNanos(lateWritesNanos);
            settings.expiry = expiryNanos == 0 ? null : Duration.ofNanos(expiryNanos);
            settings.longestDrain = Duration.ofNanos(Long.MAX_VALUE);
            settings.sampledKeys = 0;
            settings.rebuildExecutor = task -> {}; // the simulation says when
            settings.listeners.add(new GateListener() {
                @Override
                public void problemFound(GateProblem problem) {
                    if (problem.kind() == GateProblem.Kind.FOREIGN_WRITE) {
                        foreignWriteFound.run();
                    }
                }
            });
            return settings;
        }
    }

    public static <K> ExpiringGate<K> gate(ExpiringKeyStore<K> store, Surroundings<K> surroundings) {
        ExpiringGate<K> gate = new ExpiringGate<>(store, surroundings.settings(), WhenStoreFails.THROW);
        gate.start();
        return gate;
    }

    public static OwnerGate<Integer, Integer> ownerGate(
            OwnedKeyStore<Integer, Integer> store, Surroundings<OwnedKey<Integer, Integer>> surroundings) {
        GateSettings<OwnedKey<Integer, Integer>> settings = surroundings.settings();
        settings.ownerOf = OwnedKey::owner;
        FamilyGenerations<Integer, Integer> unused =
                new FamilyGenerations<>(FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01));
        OwnerGate<Integer, Integer> gate = new OwnerGate<>(store, unused, settings, WhenStoreFails.THROW);
        gate.start();
        return gate;
    }

    public static <K> GateCore<K> core(AnyGate<K> gate) {
        return ((AbstractGate<K, ?>) gate).core;
    }

    public static <K> Bypass<K> bypass(GateCore<K> core) {
        return new Bypass<>(core, core.views::degrade, WriteRights.ALWAYS);
    }
}
