package dev.bloomery.redis.internal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A writer finds that a part of the bits is missing, and the node says so: of the filter that it was missing from, and of no other one. */
class MissingChunkTest {
    private static final String SEED = "seed";
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
    private final SharedNode node = new SharedNode("node", server, PLAN, SEED, Clocks.SYSTEM, 10_000_000_000L);

    private String created(String replaced, HeadState state) {
        return Objects.requireNonNull(Foundation.create(server, replaced, PLAN, SEED, state, List.of()));
    }

    private void read(int rounds) {
        for (int i = 0; i < rounds; i++) {
            node.nextOfReader().run(server);
        }
    }

    /** An add to a filter of which a part is missing; what comes back is still on its way. */
    private Runnable addInVain() {
        read(5);
        server.evict();
        var unused = node.add(new long[] {7}, false);
        return Objects.requireNonNull(node.nextOfWriter()).ask(server);
    }

    @Test
    void chunk_missing_isALoss() {
        String unused = created("", HeadState.ACTIVE);
        addInVain().run();
        read(5);
        assertThat(server.field(Fields.STATE)).isEqualTo(HeadState.LOST.name());
    }

    @Test
    void chunk_missingFromTheFilterOfBefore_isNoLossOfTheNewOne() {
        String old = created("", HeadState.ACTIVE);
        Runnable answer = addInVain();
        String made = created(old, HeadState.ACTIVE); // another process has filled it anew meanwhile
        read(10);
        assertThat(node.isCurrent()).isTrue();
        answer.run();
        read(10);
        assertThat(node.isCurrent()).isTrue();
        assertThat(server.uuid()).isEqualTo(made);
        assertThat(server.field(Fields.STATE)).isEqualTo(HeadState.ACTIVE.name());
    }
}
