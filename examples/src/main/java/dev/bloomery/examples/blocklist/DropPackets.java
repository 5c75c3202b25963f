package dev.bloomery.examples.blocklist;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Reads a block list from a file and sends packets past it; of a list that is made up, every hundredth comes from an address of it. */
public final class DropPackets {
    private static final double PACKET_FPP = 0.001;
    private static final int[] NETWORK_LENGTHS = {16, 20, 24};
    private static final int BATCH = 256;

    private DropPackets() {}

    /**
     * Runs.
     *
     * @param args {@code addresses=1000000 packets=1000000}, or other numbers; one network for each thousand addresses comes with them.
     *     {@code list=FILE} has networks or ranges instead, of which every tenth is blocked
     * @throws IOException if the temporary directory fails
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "addresses=1000000", "packets=1000000", "list=");
        int packets = options.number("packets");
        Report report = new Report(System.out);
        Optional<Path> list = options.fileOrExit("list");
        if (list.isEmpty()) {
            run(options.number("addresses"), packets, report);
        } else {
            runList(list.get(), packets, report);
        }
    }

    /** What the run found. */
    record Result(int blocked, int blockedInBatches, int blockedByExactSet, double measuredFpp, double promisedFpp) {}

    static Result run(int addresses, int packets, Report report) throws IOException {
        try (Scratch scratch = new Scratch("blocklist")) {
            Path file = scratch.directory().resolve("blocked.txt");
            int[] traffic = write(file, addresses, packets, new SplittableRandom(7));
            report.text("%,d addresses and %,d networks", addresses, networks(addresses));
            return drop(file, traffic, report);
        }
    }

    /** Every tenth line of the list is blocked, because together they may be the addresses of all. Packets come from anywhere. */
    static Result runList(Path list, int packets, Report report) throws IOException {
        List<String> all = Files.readAllLines(list);
        try (Scratch scratch = new Scratch("blocklist")) {
            Path file = scratch.directory().resolve("blocked.txt");
            Path unused = Files.write(
                    file,
                    IntStream.range(0, all.size())
                            .filter(i -> i % 10 == 0)
                            .mapToObj(all::get)
                            .toList());
            report.text("every tenth of %,d lines of the list", all.size());
            return drop(file, new SplittableRandom(7).ints(packets).toArray(), report);
        }
    }

    private static Result drop(Path file, int[] traffic, Report report) throws IOException {
        long start = System.nanoTime();
        BlockList list = BlockList.read(file, PACKET_FPP);
        report.millis("read and built", System.nanoTime() - start);
        report.count("networks, addresses among them", list.networks());
        report.count("lookups a packet, one for each length", list.lookupsPerPacket());
        report.sideBySide("bytes of the exact set, and of the filter", list.exactBytes(), list.filterBytes());
        report.text("%n%,d packets", traffic.length);
        Way exact = new Way("exact set alone", all -> count(list::blocksByExactSet, all));
        Way one = new Way("filter, then exact set", all -> count(list::blocks, all));
        Way batches = new Way("the same in batches of " + BATCH, all -> inBatches(list, all));
        for (int round = 0; round < 5; round++) {
            exact.run(traffic);
            one.run(traffic);
            batches.run(traffic);
        }
        exact.print(traffic.length, report);
        one.print(traffic.length, report);
        batches.print(traffic.length, report);
        report.count("packets dropped", one.blocked);
        int asked = count(list::mightBlock, traffic);
        int absent = traffic.length - exact.blocked;
        report.sideBySide("exact set asked, without the filter and with it", traffic.length, asked);
        report.fpp(asked - exact.blocked, absent, list.expectedFpp());
        return new Result(
                one.blocked,
                batches.blocked,
                exact.blocked,
                (double) (asked - exact.blocked) / absent,
                list.expectedFpp());
    }

    /** Writes the list, and returns the senders of packets: anyone, and every hundredth somebody of the list. */
    private static int[] write(Path file, int addresses, int packets, SplittableRandom random) throws IOException {
        int[] traffic = random.ints(packets).toArray();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < addresses + networks(addresses); i++) {
                int address = random.nextInt();
                int length = i < addresses ? 32 : NETWORK_LENGTHS[i % NETWORK_LENGTHS.length];
                out.write(Network.text(Network.key(address, length)));
                out.write('\n');
                if (100L * i < packets) {
                    traffic[100 * i] = address;
                }
            }
        }
        return traffic;
    }

    private static int networks(int addresses) {
        return addresses / 1_000;
    }

    /** A way to count the packets to be dropped, and the shortest time that it took. */
    private static final class Way {
        private final String name;
        private final ToIntFunction<int[]> count;
        private long fewestNanos = Long.MAX_VALUE;
        private int blocked;

        Way(String name, ToIntFunction<int[]> count) {
            this.name = name;
            this.count = count;
        }

        void run(int[] traffic) {
            long start = System.nanoTime();
            blocked = count.applyAsInt(traffic);
            fewestNanos = Math.min(fewestNanos, System.nanoTime() - start);
        }

        void print(int packets, Report report) {
            report.count("packets a second, " + name, (long) (packets * 1e9 / fewestNanos));
        }
    }

    private static int count(IntPredicate blocks, int[] traffic) {
        int blocked = 0;
        for (int address : traffic) {
            blocked += blocks.test(address) ? 1 : 0;
        }
        return blocked;
    }

    private static int inBatches(BlockList list, int[] traffic) {
        int blocked = 0;
        for (int from = 0; from < traffic.length; from += BATCH) {
            int[] batch = Arrays.copyOfRange(traffic, from, Math.min(from + BATCH, traffic.length));
            for (boolean drop : list.blocksEach(batch)) {
                blocked += drop ? 1 : 0;
            }
        }
        return blocked;
    }
}
