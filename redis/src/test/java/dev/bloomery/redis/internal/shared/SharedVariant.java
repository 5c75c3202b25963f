package dev.bloomery.redis.internal.shared;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The protocol as it is, and with one thing wrong. */
class SharedVariant {

    /** What a process asks. */
    SharedServer serverFor(ModelShared server) {
        return server;
    }

    Lookup lookup() {
        return Lookup.RIGHT;
    }

    /** What the server may lose in its worlds; null: anything, in others nothing, in others the last writes. */
    SharedPlan.@Nullable Loss loss() {
        return null;
    }

    /** In which order a lookup does what it does. */
    enum Lookup {
        /** Whether the replica is current, then its bits. */
        RIGHT,
        /** The bits, then whether they are current. */
        CURRENCY_LATER,
        /** Whether the replica is current, then the bits of the one that there is by then. */
        REPLICA_LATER
    }

    private static SharedVariant looking(Lookup lookup) {
        return new SharedVariant() {
            @Override
            Lookup lookup() {
                return lookup;
            }
        };
    }

    private static SharedVariant over(Function<ModelShared, SharedServer> server) {
        return over(null, server);
    }

    private static SharedVariant over(SharedPlan.@Nullable Loss loss, Function<ModelShared, SharedServer> server) {
        return new SharedVariant() {
            @Override
            SharedServer serverFor(ModelShared model) {
                return server.apply(model);
            }

            @Override
            SharedPlan.@Nullable Loss loss() {
                return loss;
            }
        };
    }

    /** Those that are wrong, by what is wrong. */
    static Map<String, SharedVariant> broken() {
        Map<String, SharedVariant> all = new LinkedHashMap<>();
        all.put("an add that changed no bit returns at once", over(WrongServers::unchangedReturnsAtOnce));
        all.put(
                "bits are whole before all writers have brought theirs",
                over(SharedPlan.Loss.LAST_WRITES, WrongServers::restoredByOne));
        all.put(
                "a missing chunk is taken for zeros",
                over(SharedPlan.Loss.ANYTHING, WrongServers::missingChunkIsZeros));
        all.put("servers are not compared", over(WrongServers::sameServer));
        all.put("a new generation is not written into the log", over(WrongServers::silentGeneration));
        all.put("writers need not be registered", over(WrongServers::unregistered));
        all.put("currency is asked after the bits were read", looking(Lookup.CURRENCY_LATER));
        all.put("bits are read of a replica that came later", looking(Lookup.REPLICA_LATER));
        return all;
    }
}
