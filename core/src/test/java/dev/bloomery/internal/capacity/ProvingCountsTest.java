package dev.bloomery.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.BlockedSizing;
import dev.bloomery.internal.geometry.ClassicSizing;
import dev.bloomery.internal.geometry.CuckooFit;
import dev.bloomery.internal.geometry.FppModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProvingCountsTest {

    @Test
    void of_anyModel_isWhatTheModelSaysTheFirstTimeAndLater() {
        for (long keys : new long[] {0, 1, 2, 50, 1_000}) {
            List<FppModel> models = List.of(
                    ClassicSizing.of(1_000, 0.5),
                    BlockedSizing.of(1_000, 0.5),
                    BlockedSizing.of(1_000, 0.01),
                    CuckooFit.of(1_000, 0.01));
            for (FppModel model : models) {
                assertThat(ProvingCounts.of(model, keys)).isEqualTo(model.newThatProve(keys));
                assertThat(ProvingCounts.of(model, keys)).isEqualTo(model.newThatProve(keys));
            }
        }
    }

    @Test
    void of_thousandsOfPlans_remembersSomeOfThem() {
        for (int keys = 1; keys < 2_000; keys++) {
            ProvingCounts.of(ClassicSizing.of(keys, 0.01), keys);
        }
        assertThat(ProvingCounts.remembered()).isBetween(1, 300);
    }
}
