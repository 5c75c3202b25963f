package dev.bloomery.examples.wallet;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Knows its addresses, and asks a node for their transactions without naming them. */
final class Wallet {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Set<String> addresses;

    Wallet(Set<String> addresses) {
        this.addresses = addresses;
    }

    /** A filter of the addresses, with a seed of its own. A wallet makes one, and sends the same one always: see {@link PrivacyOfAWallet}. */
    BloomFilter<String> filter(double targetFpp) {
        BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                .capacity(addresses.size())
                .targetFpp(targetFpp)
                .build();
        addresses.forEach(filter::add);
        return filter;
    }

    /**
     * What the wallet got.
     *
     * @param bytesSent bytes of the filter
     * @param bytesReceived bytes of all transactions that matched
     * @param transactions how many these were
     * @param own those that are of the wallet
     */
    record Received(long bytesSent, long bytesReceived, int transactions, List<Transaction> own) {}

    /** Sends a filter with its seed, without which the node could not ask it. */
    Received fetch(URI node, BloomFilter<String> filter) throws IOException, InterruptedException {
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        filter.snapshotTo(snapshot);
        HttpResponse<byte[]> response = http.send(
                HttpRequest.newBuilder(node.resolve("/transactions"))
                        .POST(BodyPublishers.ofByteArray(snapshot.toByteArray()))
                        .build(),
                BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("the node refused the filter: " + response.statusCode());
        }
        List<Transaction> received = new String(response.body(), StandardCharsets.UTF_8)
                .lines()
                .map(Transaction::parse)
                .toList();
        List<Transaction> own = received.stream()
                .filter(transaction -> !Collections.disjoint(transaction.addresses(), addresses))
                .toList();
        return new Received(snapshot.size(), response.body().length, received.size(), own);
    }
}
