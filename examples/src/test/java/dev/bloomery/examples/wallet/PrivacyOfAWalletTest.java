package dev.bloomery.examples.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.examples.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrivacyOfAWalletTest {

    @Test
    void run_everyFpp_getsTheSameOwnTransactionsAmongFewerAndFewerOthers() throws Exception {
        List<PrivacyOfAWallet.Row> rows =
                PrivacyOfAWallet.run(20_000, 100, new Report(new PrintStream(PrintStream.nullOutputStream())));
        PrivacyOfAWallet.Row privateOne = rows.get(0);
        PrivacyOfAWallet.Row exactOne = rows.get(rows.size() - 1);
        assertThat(privateOne.received().own()).hasSizeGreaterThan(100);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.received().own())
                        .isEqualTo(privateOne.received().own()));
        assertThat(rows).extracting(PrivacyOfAWallet.Row::matched).isSortedAccordingTo((a, b) -> b - a);
        assertThat(privateOne.measuredFpp()).isBetween(0.05, 0.15);
        assertThat(privateOne.received().bytesReceived())
                .isGreaterThan(10 * exactOne.received().bytesReceived());
        assertThat(privateOne.matchedTwice() - 100)
                .as("strangers that are left after a second filter: a tenth")
                .isLessThan((privateOne.matched() - 100) / 5);
    }

    @Test
    void fetch_noFilterOrATooLargeOne_isRefused() throws Exception {
        try (Node node = new Node(List.of())) {
            HttpRequest request = HttpRequest.newBuilder(node.address().resolve("/transactions"))
                    .POST(BodyPublishers.ofString("no filter"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(400);
            Set<String> many =
                    IntStream.range(0, 100_000).mapToObj(i -> "address" + i).collect(Collectors.toSet());
            Wallet wallet = new Wallet(many);
            assertThatThrownBy(() -> wallet.fetch(node.address(), wallet.filter(0.01)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("400");
        }
    }
}
