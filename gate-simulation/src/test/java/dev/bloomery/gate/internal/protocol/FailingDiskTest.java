package dev.bloomery.gate.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.gate.HiddenConstructors;
import dev.bloomery.gate.internal.generation.FilterGeneration;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateParts;
import dev.bloomery.gate.internal.state.GateViews;
import dev.bloomery.gate.internal.state.LateWrites;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** A gate whose directory fails. */
class FailingDiskTest {
    private final FailingGenerations generations = new FailingGenerations();
    private final GateCore<Long> core = new GateCore<>(
            new GateParts(), generations, null, 2, 0, true, LateWrites.NONE, System::nanoTime, key -> key);
    private final GateViews<Long> views = core.views;

    private static final class FailingGenerations implements Generations<Long> {
        private boolean syncFails;
        private boolean markFails;
        private boolean unmarkFails;

        private static void failIf(boolean fails) {
            if (fails) {
                throw new UncheckedIOException(new IOException("the disk is broken"));
            }
        }

        @Override
        public Generation<Long> next() {
            return new FilterGeneration<>(
                    Filters.bloom(KeyEncoder.int64(), BloomSpec.of(100, 0.01)).build(), 0.01) {
                @Override
                public void force() {
                    failIf(syncFails);
                }
            };
        }

        @Override
        public void complete(Generation<Long> generation) {
            failIf(markFails);
        }

        @Override
        public void incomplete() {
            failIf(unmarkFails);
        }
    }

    private RebuildReport rebuild() {
        return new Rebuild<>(core, generations.next(), sink -> 0, keys -> {}, Long.MAX_VALUE).run();
    }

    @Test
    void write_addCannotBeSynced_storeIsNotWritten() {
        assertThat(rebuild().keys()).isZero();
        generations.syncFails = true;
        Write<Long> write = new Write<>(
                core,
                1L,
                null,
                () -> {
                    throw new AssertionError("the store was written");
                },
                false);
        assertThatThrownBy(write::run).isInstanceOf(UncheckedIOException.class);
        assertThat(core.inDoubt.size()).isZero();
    }

    @Test
    void rebuild_cannotBeMarked_oldGenerationStays() {
        assertThat(rebuild().keys()).isZero();
        Generation<Long> before = views.get().current();
        generations.markFails = true;
        assertThatThrownBy(this::rebuild).isInstanceOf(UncheckedIOException.class);
        assertThat(views.get().isActive()).isTrue();
        assertThat(views.get().current()).isSameAs(before);
        assertThat(views.get().building()).isNull();
    }

    @Test
    void degrade_cannotBeNoted_closes() {
        assertThat(rebuild().keys()).isZero();
        generations.unmarkFails = true;
        assertThatThrownBy(views::degrade).isInstanceOf(UncheckedIOException.class);
        assertThat(views.get().state()).isEqualTo(GateState.CLOSED);
    }

    @Test
    void bypass_cannotBeNoted_doesNotHoldUpAnything() {
        generations.unmarkFails = true;
        assertThatThrownBy(() -> HiddenConstructors.bypass(core)).isInstanceOf(UncheckedIOException.class);
        assertThat(core.phases.isDrained(core.phases.now())).isTrue();
    }
}
