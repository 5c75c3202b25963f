package dev.bloomery.benchmarks.contestant;

/** What of a filter can be set to reach an FPP, and what its documentation says to set for one. */
public enum Knob {
    /** The filter is asked for an FPP. */
    FPP {
        @Override
        public double configured(double fpp) {
            return fpp;
        }

        @Override
        public double more(double setting) {
            return setting * 0.97;
        }
    },
    /** The filter is given bits for each key, by the textbook 1.44 log2(1 / FPP). */
    BITS_PER_KEY {
        @Override
        public double configured(double fpp) {
            return textbookBitsPerKey(fpp);
        }

        @Override
        public double more(double setting) {
            return setting * 1.01;
        }
    },
    /** The filter is documented with whole bits for each key, but can have any size. */
    WHOLE_BITS_PER_KEY {
        @Override
        public double configured(double fpp) {
            return Math.ceil(textbookBitsPerKey(fpp));
        }

        @Override
        public double more(double setting) {
            return setting * 1.01;
        }
    },
    /** The filter keeps a fingerprint of this many bits of a key, and is wrong once in 2^bits. */
    FINGERPRINT_BITS {
        @Override
        public double configured(double fpp) {
            return Math.ceil(-Math.log(fpp) / Math.log(2));
        }

        @Override
        public double more(double setting) {
            return setting + 1;
        }
    },
    /** The filter has the FPP that it has. */
    FIXED {
        @Override
        public double configured(double fpp) {
            return 0;
        }

        @Override
        public double more(double setting) {
            return setting;
        }
    };

    /** The setting that the documentation gives for an FPP. */
    public abstract double configured(double fpp);

    /** The next setting with a lower FPP; the same if there is none. */
    public abstract double more(double setting);

    private static double textbookBitsPerKey(double fpp) {
        return -Math.log(fpp) / (Math.log(2) * Math.log(2));
    }
}
