package dev.bloomery.examples.wallet;

import dev.bloomery.interop.bitcoin.Bip37Filter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Knows its addresses, and asks a node for their transactions without naming them, by a filter of BIP 37. */
final class Wallet {
    private final HttpClient http = HttpClient.newHttpClient();
    private final SecureRandom random = new SecureRandom();
    private final Set<String> addresses;

    Wallet(Set<String> addresses) {
        this.addresses = addresses;
    }

    /** A filter of the addresses, with a tweak of its own. A wallet makes one, and sends the same one always: see {@link PrivacyOfAWallet}. */
    Bip37Filter filter(double targetFpp) {
        int tweak = random.nextInt();
        Bip37Filter filter = Bip37Filter.create(addresses.size(), targetFpp, tweak, Bip37Filter.Update.NONE);
        addresses.forEach(address -> filter.add(Transaction.element(address)));
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

    /** Sends the payload of {@code filterload}. */
    Received fetch(URI node, Bip37Filter filter) throws IOException, InterruptedException {
        byte[] payload = filter.toBytes();
        HttpResponse<byte[]> response = http.send(
                HttpRequest.newBuilder(node.resolve("/transactions"))
                        .POST(BodyPublishers.ofByteArray(payload))
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
        return new Received(payload.length, response.body().length, received.size(), own);
    }
}
