package dev.bloomery.internal.family;

/**
 * What one owner takes when it has so many keys, by the plan of its family.
 *
 * @param recordBytes its record in a page, without a place in a log
 * @param fpp lists as they are, Bloom slices as if they were full
 * @param cacheLines that a query reads at most, the index among them
 */
public record OwnerSize(int recordBytes, double fpp, int cacheLines) {
    private static final int LINE = 64;

    /**
     * Sizes an owner.
     *
     * @throws IllegalArgumentException if an owner cannot have so many keys
     */
    public static OwnerSize of(OwnerPlan plan, long keys) {
        int listed = (int) Math.min(keys, plan.listKeys());
        double fpp = Math.scalb((double) listed, -plan.width());
        long rest = keys - listed;
        int slices = 0;
        int lines = 0;
        while (rest > 0) {
            if (slices == plan.slices()) {
                throw new IllegalArgumentException(
                        "keys is " + keys + ", too many for one owner of a family at an FPP of " + plan.targetFpp()
                                + ", which holds " + (keys - rest) + "; use a filter of its own for such an owner");
            }
            OwnerPlan.Slice slice = plan.slice(slices++);
            fpp += slice.fpp();
            lines += Math.min(slice.geometry().probes(), linesOf(slice.bytes()));
            rest -= slice.keys();
        }
        OwnerRecord layout = new OwnerRecord(plan);
        return new OwnerSize(layout.length(listed, slices), fpp, 1 + linesOf(layout.length(listed, 0)) + lines);
    }

    /** That so many bytes touch, wherever they begin. */
    private static int linesOf(int bytes) {
        return (bytes + LINE - 2) / LINE + 1;
    }

    /** About what a family of so many such owners takes, all in memory. */
    public long bytesOf(long owners) {
        long each = (owners + OwnerStore.STRIPES - 1) / OwnerStore.STRIPES;
        return owners * recordBytes
                + OwnerStore.STRIPES
                        * (OwnerStore.STRIPE_OVERHEAD + Arena.overhead(each, recordBytes) + OwnerIndex.bytesOf(each));
    }
}
