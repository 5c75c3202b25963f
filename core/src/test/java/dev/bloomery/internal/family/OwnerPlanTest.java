package dev.bloomery.internal.family;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.family.OwnerPlan.Slice;
import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerPlanTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.9, 0.5, 0.1, 0.05, 0.01, 0.001, 1e-4, 1e-6, 1e-9})
    void shares_ofListAndAllSlices_stayBelowTheTarget(double fpp) {
        OwnerPlan plan = new OwnerPlan(fpp);
        assertThat(plan.listKeys()).isBetween(24, 47);
        double sum = Math.scalb((double) plan.listKeys(), -plan.width());
        assertThat(sum).isBetween(0.25 * fpp, 0.6 * fpp);
        long keys = plan.listKeys();
        int end = 0;
        int slices = 0;
        for (int i = 0; i < plan.slices(); i++) {
            Slice slice = plan.slice(i);
            sum += slice.fpp();
            keys += slice.keys();
            end += slice.bytes();
            assertThat(slice.end()).isEqualTo(end);
            slices++;
        }
        assertThat(sum).isBetween(0.5 * fpp, fpp);
        assertThat(keys).as("keys an owner can have").isGreaterThan(1_000_000);
        assertThat(end).isLessThan(OwnerPlan.MAX_BYTES);
        assertThat(slices).isLessThan(OwnerPlan.MAX_SLICES);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9, 0.01, 1e-9})
    void read_whatWasWritten_isTheSamePlan(double fpp) {
        OwnerPlan plan = new OwnerPlan(fpp);
        ByteBuffer bytes = ByteBuffer.allocate(OwnerPlan.STORED_BYTES);
        plan.writeTo(bytes);
        assertThat(bytes.hasRemaining()).isFalse();
        OwnerPlan read = requireNonNull(OwnerPlan.read(bytes.flip()));
        assertThat(read.targetFpp()).isEqualTo(fpp);
        assertThat(read.width()).isEqualTo(plan.width());
        assertThat(read.listKeys()).isEqualTo(plan.listKeys());
        assertThat(read.slices()).isEqualTo(plan.slices());
        for (int i = 0; i < plan.slices(); i++) {
            assertThat(read.slice(i)).isEqualTo(plan.slice(i));
        }
    }

    @Test
    void read_whatCannotBeAPlan_isRefused() {
        ByteBuffer bytes = ByteBuffer.allocate(OwnerPlan.STORED_BYTES);
        new OwnerPlan(0.01).writeTo(bytes);
        for (int at : new int[] {0, 8, 12, 16, 20, 28, 44}) {
            ByteBuffer changed = ByteBuffer.allocate(OwnerPlan.STORED_BYTES).put(bytes.array());
            changed.flip().putInt(at, 0x7FFF_FFFF);
            assertThat(OwnerPlan.read(changed) == null).as("byte %d", at).isTrue();
        }
    }

    @Test
    void plan_ofOnePercent_hasTheseSizes() {
        OwnerPlan plan = new OwnerPlan(0.01);
        StringBuilder text = new StringBuilder(plan.listKeys() + " keys of " + plan.width() + " bits");
        for (int i = 0; i < 6; i++) {
            Slice slice = plan.slice(i);
            text.append(", ")
                    .append(slice.keys())
                    .append(" in ")
                    .append(slice.geometry().bits());
            text.append(" by ").append(slice.geometry().probes());
        }
        assertThat(text)
                .hasToString("24 keys of 12 bits, 12 in 192 by 8, 18 in 320 by 7, 27 in 448 by 9, 40 in 704 by 8,"
                        + " 60 in 1024 by 10, 90 in 1600 by 9");
    }

    /** A record that is filled key by key, copied whenever it must be, has every key and the length it says. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.01, 1e-3, 1e-9})
    void record_filledKeyByKey_hasEveryKey(double fpp) {
        OwnerPlan plan = new OwnerPlan(fpp);
        OwnerRecord layout = new OwnerRecord(plan);
        SplittableRandom random = new SplittableRandom(Seeds.orElse(1));
        int before = 5;
        byte[] bytes = new byte[before + layout.newLength() + OwnerRecord.TAIL];
        OwnerRecord.create(bytes, before, -7L);
        long[] keys = new long[600];
        int added = 0;
        for (int i = 0; i < keys.length; i++) {
            long key = random.nextLong();
            keys[i] = key;
            if (layout.contains(bytes, before, key)) {
                continue;
            }
            if (i > 0 && layout.room(bytes, before) == 0) {
                byte[] roomier = new byte[before + layout.roomierLength(bytes, before) + OwnerRecord.TAIL];
                Arrays.fill(roomier, (byte) 0xA5);
                layout.copyWithRoom(bytes, before, roomier, before);
                bytes = roomier;
            }
            byte behind = bytes[bytes.length - OwnerRecord.TAIL];
            layout.put(bytes, before, key);
            added++;
            assertThat(bytes[bytes.length - OwnerRecord.TAIL])
                    .as("what is behind it")
                    .isEqualTo(behind);
            assertThat(layout.length(bytes, before)).isEqualTo(bytes.length - before - OwnerRecord.TAIL);
            assertThat(layout.keys(bytes, before)).isEqualTo(added);
            for (int j = 0; j <= i; j++) {
                assertThat(layout.contains(bytes, before, keys[j])).isTrue();
            }
        }
        assertThat(OwnerRecord.owner(bytes, before)).isEqualTo(-7L);
        byte[] written = new byte[bytes.length + 4];
        OwnerRecord.copyWritten(bytes, before, layout.bareLength(bytes, before), written, before, 12_345);
        assertThat(layout.place(written, before)).isEqualTo(12_345);
        assertThat(layout.length(written, before)).isEqualTo(layout.length(bytes, before) + 4);
        assertThat(layout.contains(written, before, keys[0])).isTrue();
    }
}
