package dev.bloomery.redis.internal.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What happens to a node while it fills a filter: a gap, after which its replica begins anew, or another server. */
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
        Foundation.Bits collected = Foundation.emptyBits(PLAN);
        collected.add(hash(1));
        for (long key = 5; key < 8; key++) {
            var unused = other.add(new long[] {hash(key)}, false);
            Objects.requireNonNull(other.nextOfWriter()).run(server);
        }
        server.trim(1);
        read(filling);
        assertThat(filling.loads(1)).as("gaps").isOne();
        collected.add(hash(2));
        Foundation.finish(server, uuid, collected, 2);
        SharedNode late = node("late");
        read(late);
        assertThat(late.askReplica(hash(3))).isEqualTo(SharedNode.Answered.NO);
        assertThat(late.askReplica(hash(1))).isEqualTo(SharedNode.Answered.MAYBE);
        assertThat(late.askReplica(hash(2))).isEqualTo(SharedNode.Answered.MAYBE);
    }

    /** What was added at the server of before is not at this one. */
    @Test
    void server_replacedWhileFilling_isNotSaidToBeWhole() {
        String uuid = Objects.requireNonNull(Foundation.create(server, "", PLAN, "seed", HeadState.FILLING, List.of()));
        SharedNode other = node("other");
        read(other);
        var unused = other.add(new long[] {hash(3)}, false);
        Objects.requireNonNull(other.nextOfWriter()).run(server);
        server.failOver(1, 0);
        Foundation.Bits collected = Foundation.emptyBits(PLAN);
        collected.add(hash(1));
        assertThatThrownBy(() -> Foundation.finish(server, uuid, collected, 1)).isInstanceOf(LineException.class);
    }
}
