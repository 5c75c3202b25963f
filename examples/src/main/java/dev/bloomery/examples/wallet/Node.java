package dev.bloomery.examples.wallet;

import dev.bloomery.examples.http.LoopbackServer;
import dev.bloomery.interop.bitcoin.Bip37Filter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Has all transactions: {@code POST /transactions} with the payload of a {@code filterload} message (BIP 37) gives those that match it. It
 * is curious, and remembers which addresses matched each filter.
 */
final class Node implements AutoCloseable {
    private final List<Transaction> transactions;
    private final List<Set<String>> matches = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = new LoopbackServer();

    Node(List<Transaction> transactions) throws IOException {
        this.transactions = transactions;
        server.serve("/transactions", (query, payload) -> Optional.of(matching(payload)));
    }

    /** Reading refuses a filter above the limits of the protocol, which keep strangers from taking much of the node's time. */
    private byte[] matching(byte[] payload) throws IOException {
        Bip37Filter wanted = Bip37Filter.read(payload);
        Set<String> matched = new HashSet<>();
        StringBuilder answer = new StringBuilder();
        for (Transaction transaction : transactions) {
            List<String> hits = transaction.addresses().stream()
                    .filter(address -> wanted.mightContain(Transaction.element(address)))
                    .toList();
            if (!hits.isEmpty()) {
                matched.addAll(hits);
                answer.append(transaction).append('\n');
            }
        }
        matches.add(matched);
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The addresses that matched each filter so far, the oldest first: among them is the wallet. */
    List<Set<String>> matches() {
        return matches;
    }

    URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
