package dev.bloomery.internal.geometry;

/** Where a Bloom filter puts the bits of a key, once that is settled. */
public enum BitLayout {
    /** Anywhere. */
    CLASSIC {
        @Override
        public Geometry geometry(long bits, int probes) {
            return new ClassicGeometry(bits, probes);
        }
    },

    /** One in each of as many slices as there are probes. */
    PARTITIONED {
        @Override
        public Geometry geometry(long bits, int probes) {
            return new PartitionedGeometry(bits / probes, probes);
        }
    },

    /** All in one block. */
    BLOCKED {
        @Override
        public Geometry geometry(long bits, int probes) {
            return new BlockedGeometry(
                    bits / BlockShape.BLOCK_BITS, BlockShape.ofProbes(probes).orElseThrow());
        }
    },

    /** In two blocks, one in each half. */
    PAIRED {
        @Override
        public Geometry geometry(long bits, int probes) {
            return new PairedGeometry(
                    bits / 2 / BlockShape.BLOCK_BITS,
                    BlockShape.ofProbes(probes / 2).orElseThrow());
        }
    };

    /** The geometry of so many bits and probes, which must be possible in this layout. */
    public abstract Geometry geometry(long bits, int probes);
}
