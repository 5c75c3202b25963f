package dev.bloomery.info;

import java.util.List;
import java.util.Locale;

/**
 * How a Bloom filter came to its answer for one key, fit to print.
 *
 * @param probes the bits that were looked at, in the order of the probes
 * @param regionStart the first bit of the stretch in which all probes of this key lie: its block, or 0
 * @param regionBits the length of that stretch: a block, or the whole filter
 */
public record Explanation(List<Probe> probes, long regionStart, long regionBits) {

    /**
     * One bit that was looked at.
     *
     * @param position its place in the filter, from 0
     * @param set whether it was 1
     */
    public record Probe(long position, boolean set) {}

    public Explanation {
        probes = List.copyOf(probes);
    }

    /**
     * The filter's answer.
     *
     * @return true if all bits were set
     */
    public boolean mightContain() {
        return probes.stream().allMatch(Probe::set);
    }

    /** The answer, then a line for each probe. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        long clear = probes.stream().filter(probe -> !probe.set()).count();
        if (clear == 0) {
            text.append("maybe: all ").append(probes.size()).append(" probes found their bit set\n");
        } else {
            text.append("no: ").append(clear).append(" of ").append(probes.size());
            text.append(" probes found their bit clear\n");
        }
        text.append("bits ").append(regionStart).append(" to ").append(regionStart + regionBits - 1);
        for (int i = 0; i < probes.size(); i++) {
            Probe probe = probes.get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "\n  probe %2d  bit %,15d  %s",
                    i + 1,
                    probe.position(),
                    probe.set() ? "set" : "clear: no"));
        }
        return text.toString();
    }
}
