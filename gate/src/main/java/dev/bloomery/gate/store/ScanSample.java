package dev.bloomery.gate.store;

import java.util.ArrayList;
import java.util.List;

/** The first keys of a scan, which is ended then. */
final class ScanSample {
    /** Ends a scan: what a sink throws must. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        Enough() {
            super("enough keys for a sample; the scan need not go on", null, false, false);
        }
    }

    private ScanSample() {}

    static <K> List<K> of(KeyScan<K> scan, int atMost) {
        List<K> keys = new ArrayList<>();
        try {
            long unused = scan.scan(key -> {
                if (keys.size() < atMost) {
                    keys.add(key);
                }
                if (keys.size() >= atMost) {
                    throw new Enough();
                }
            });
        } catch (RuntimeException ended) {
            if (keys.size() < atMost) {
                throw ended;
            }
        }
        return keys;
    }
}
