package dev.bloomery.examples.wallet;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.interop.bitcoin.Bip37Filter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fetches the transactions of a wallet at several FPPs. The higher the FPP, the more strangers the wallet hides among, and the more it has
 * to download. Each row sends two filters with different tweaks: a stranger seldom matches both, so that a node which gets a second filter
 * of the same wallet knows the wallet nearly for certain. That is why a wallet keeps its filter, tweak and all.
 */
public final class PrivacyOfAWallet {
    private static final List<Double> FPPS = List.of(0.1, 0.01, 0.001, 0.0001);

    private PrivacyOfAWallet() {}

    /**
     * Runs.
     *
     * @param args {@code transactions=200000 addresses=100}, or other numbers: those of the node, and those of the wallet
     * @throws IOException if the node cannot be reached
     * @throws InterruptedException if the program is ended
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.orExit(args, "transactions=200000", "addresses=100");
        run(options.number("transactions"), options.number("addresses"), new Report(System.out));
    }

    /**
     * What one FPP gave.
     *
     * @param builtFpp that of the filter sent: with few addresses it may be above or below what was asked for
     * @param measuredFpp the share of strangers that matched
     * @param matched addresses that the node saw match, those of the wallet among them: the anonymity set
     * @param matchedTwice those that matched another filter of the wallet, too
     */
    record Row(double builtFpp, double measuredFpp, Wallet.Received received, int matched, int matchedTwice) {}

    static List<Row> run(int transactions, int addresses, Report report) throws IOException, InterruptedException {
        List<Transaction> all = transactions(transactions);
        Set<String> everyone =
                all.stream().flatMap(one -> one.addresses().stream()).collect(Collectors.toSet());
        Set<String> own = everyone.stream().sorted().limit(addresses).collect(Collectors.toSet());
        report.text(
                "%,d transactions of %,d addresses; the wallet has %,d of them",
                transactions, everyone.size(), own.size());
        report.text(
                "without a filter: %,d bytes received",
                all.stream().mapToLong(one -> one.toString().length() + 1).sum());
        report.text(
                "%n%8s %9s %9s %8s %9s %11s %6s %10s %10s",
                "FPP", "as built", "measured", "sent, B", "received", "received, B", "own", "addresses", "after two");
        List<Row> rows = new ArrayList<>();
        try (Node node = new Node(all)) {
            for (double fpp : FPPS) {
                Row row = row(new Wallet(own), node, fpp, everyone.size() - own.size(), own.size());
                rows.add(row);
                report.text(
                        "%8.4f %9.6f %9.6f %,8d %,9d %,11d %,6d %,10d %,10d",
                        fpp,
                        row.builtFpp(),
                        row.measuredFpp(),
                        row.received().bytesSent(),
                        row.received().transactions(),
                        row.received().bytesReceived(),
                        row.received().own().size(),
                        row.matched(),
                        row.matchedTwice());
            }
        }
        report.text(
                "%naddresses: what the node takes for the wallet's, by one filter, and after a second one with another tweak");
        return rows;
    }

    private static Row row(Wallet wallet, Node node, double fpp, int strangers, int own)
            throws IOException, InterruptedException {
        Bip37Filter filter = wallet.filter(fpp);
        Wallet.Received received = wallet.fetch(node.address(), filter);
        Wallet.Received unused = wallet.fetch(node.address(), wallet.filter(fpp));
        int filters = node.matches().size();
        Set<String> first = node.matches().get(filters - 2);
        Set<String> both = new HashSet<>(first);
        both.retainAll(node.matches().get(filters - 1));
        return new Row(
                filter.currentFpp(), (double) (first.size() - own) / strangers, received, first.size(), both.size());
    }

    /** Each from one address to two others; there are as many addresses as transactions. */
    private static List<Transaction> transactions(int count) {
        SplittableRandom random = new SplittableRandom(10);
        return IntStream.range(0, count)
                .mapToObj(i -> new Transaction(
                        "tx" + i,
                        random.longs(3, 0, count)
                                .mapToObj(address ->
                                        String.format("%016x%016x", address * 0x9E37_79B9_7F4A_7C15L, address))
                                .toList()))
                .toList();
    }
}
