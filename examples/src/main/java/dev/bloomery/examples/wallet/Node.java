package dev.bloomery.examples.wallet;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.examples.http.LoopbackServer;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Has all transactions: {@code POST /transactions} with a filter gives those that match it. It is curious, and remembers which addresses matched
 * each filter.
 */
final class Node implements AutoCloseable {
    private static final int MAX_FILTER_BYTES =
            36_000; // a wallet has few addresses; more is an attack on the node's time

    private final List<Transaction> transactions;
    private final List<Set<String>> matches = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = new LoopbackServer();

    Node(List<Transaction> transactions) throws IOException {
        this.transactions = transactions;
        server.serve("/transactions", (query, snapshot) -> Optional.of(matching(snapshot)));
    }

    /** Loading verifies the snapshot, and takes memory by its length, whatever strangers write into it. */
    private byte[] matching(byte[] snapshot) throws IOException {
        if (snapshot.length > MAX_FILTER_BYTES) {
            throw new IOException("the filter has " + snapshot.length + " bytes; use at most " + MAX_FILTER_BYTES);
        }
        BloomFilter<String> wanted =
                Filters.load(KeyEncoder.utf8()).from(snapshot).bloom();
        Set<String> matched = new HashSet<>();
        StringBuilder answer = new StringBuilder();
        for (Transaction transaction : transactions) {
            List<String> hits = transaction.addresses().stream()
                    .filter(wanted::mightContain)
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
