package dev.bloomery.gate.simulation;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.Lookup;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.Flight;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeyStripes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lookups with one fault each, for {@link BrokenProtocol}. */
final class BrokenLookups {
    private BrokenLookups() {}

    static final class NeverLooksAgain extends Lookup<Integer, Boolean> {
        private final GateView<Integer> before;

        NeverLooksAgain(
                GateCore<Integer> core, GateView<Integer> before, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
            this.before = before;
        }

        @Override
        public GateView<Integer> see() {
            return before;
        }

        @Override
        public boolean isUnchanged() {
            return true;
        }
    }

    static final class BatchNeverLooksAgain extends BatchLookup<Integer, Boolean> {
        private final GateView<Integer> before;

        BatchNeverLooksAgain(
                GateCore<Integer> core,
                GateView<Integer> before,
                AnswerSource<Integer, Boolean> answers,
                List<Integer> keys) {
            super(core, answers, keys);
            this.before = before;
        }

        @Override
        public GateView<Integer> see() {
            return before;
        }

        @Override
        public boolean isUnchanged() {
            return true;
        }
    }

    static final class BatchRemembersAnyway extends BatchLookup<Integer, Boolean> {
        BatchRemembersAnyway(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, List<Integer> keys) {
            super(core, answers, keys);
        }

        @Override
        public void remember(Integer key, long changesBefore, @Nullable Generation<Integer> generation) {
            super.remember(key, core.changesIfQuiet(key), generation);
        }
    }

    static final class AsksAnyFilter extends Lookup<Integer, Boolean> {
        AsksAnyFilter(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean mayAskFilter(GateView<Integer> seen) {
            return seen.current() != null || seen.building() != null;
        }

        @Override
        @Nullable
        public Generation<Integer> generation() {
            GateView<Integer> now = core.views.get();
            return now.current() == null ? now.building() : now.current();
        }
    }

    static final class NeverLooksAtFeed extends Lookup<Integer, Boolean> {
        NeverLooksAtFeed(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean hearsOthers() {
            return true;
        }
    }

    static final class LooksAtFeedTooLate extends Lookup<Integer, Boolean> {
        private boolean late;

        LooksAtFeedTooLate(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean mayAskFilter(GateView<Integer> seen) {
            return !late && super.mayAskFilter(seen);
        }

        @Override
        public boolean hearsOthers() {
            return true;
        }

        @Override
        public boolean isUnchanged() {
            late = !core.hearsOthers();
            return !late && super.isUnchanged();
        }
    }

    static final class RemembersForEver extends Lookup<Integer, Boolean> {
        RemembersForEver(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public long changesIfQuiet() {
            return 0;
        }

        @Override
        public boolean isStillQuiet(long changesBefore) {
            return true;
        }
    }

    static final class RemembersAnyway extends Lookup<Integer, Boolean> {
        RemembersAnyway(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public void remember(long changesBefore) {
            super.remember(core.changesIfQuiet(key));
        }
    }

    static final class RemembersAcrossGenerations extends Lookup<Integer, Boolean> {
        RemembersAcrossGenerations(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean isRemembered(long changesNow) {
            return core.falsePositives.isAbsent(key, changesNow, null);
        }

        @Override
        public void remember(long changesBefore) {
            if (isStillQuiet(changesBefore)) {
                core.falsePositives.remember(key, changesBefore, null);
            }
        }
    }

    static final class IgnoresDoubts extends Lookup<Integer, Boolean> {
        IgnoresDoubts(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public long changesIfQuiet() {
            return core.ownChangesIfQuiet(key);
        }

        @Override
        public boolean isStillQuiet(long changesBefore) {
            return changesBefore != KeyStripes.BUSY && core.ownChangesIfQuiet(key) == changesBefore;
        }
    }

    static final class SharesAbsent extends Lookup<Integer, Boolean> {
        SharesAbsent(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean counts(Flight<Boolean> landed, Optional<Boolean> answer, long changesNow) {
            return answer.isEmpty();
        }
    }

    static final class SharesPresent extends Lookup<Integer, Boolean> {
        SharesPresent(GateCore<Integer> core, AnswerSource<Integer, Boolean> answers, Integer key) {
            super(core, answers, key);
        }

        @Override
        public boolean counts(Flight<Boolean> landed, Optional<Boolean> answer, long changesNow) {
            return answer.isPresent();
        }
    }
}
