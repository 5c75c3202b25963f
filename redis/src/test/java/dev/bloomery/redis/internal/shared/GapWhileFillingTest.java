package dev.bloomery.redis.internal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A node that fills a filter falls behind, and begins anew with other bits: what it has collected before and after that comes to the server. */
class GapWhileFillingTest {
    private static final SharedPlan PLAN = new SharedPlan(
            SharedPlan.Level.STALE,
            1_000,
            SharedPlan.Loss.ANYTHING,
            0,
            false,
            0,
            1,
            0,
            1,
            BloomSpec.of(30, 0.001).withLayout(Layout.BLOCKED).sized());

    private final ModelShared server = new ModelShared(1_000, () -> 0);

    private static long hash(long key) {
        return new SplittableRandom(key).nextLong();
    }

    private SharedNode node(String name) {
        return new SharedNode(name, server, PLAN, "seed", Clocks.SYSTEM, 10_000_000_000L);
    }

    private void read(SharedNode node) {
        for (int i = 0; i < 5; i++) {
            node.nextOfReader().run(server);
        }
    }

    @Test
    void keys_collectedBeforeAndAfterAGap_areAllThere() {
        String uuid = Objects.requireNonNull(Foundation.create(server, "", PLAN, "seed", HeadState.FILLING, List.of()));
        SharedNode filling = node("filling");
        SharedNode other = node("other");
        read(filling);
        read(other);
        Foundation.collect(filling, hash(1));
        for (long key = 5; key < 8; key++) {
            var unused = other.add(new long[] {hash(key)}, false);
            Objects.requireNonNull(other.nextOfWriter()).run(server);
        }
        server.trim(1);
        read(filling);
        assertThat(filling.loads(1)).as("gaps").isOne();
        Foundation.collect(filling, hash(2));
        Foundation.finish(filling, uuid, Foundation.bitsOf(filling), 2);
        SharedNode late = node("late");
        read(late);
        assertThat(late.askReplica(hash(3))).isEqualTo(SharedNode.Answered.NO);
        assertThat(late.askReplica(hash(1))).isEqualTo(SharedNode.Answered.MAYBE);
        assertThat(late.askReplica(hash(2))).isEqualTo(SharedNode.Answered.MAYBE);
    }
}
