package dev.bloomery.examples.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.Report;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
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
            assertThat(status(node, "no filter".getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(400);
            byte[] tooLarge = new byte[3 + 36_001 + 9];
            tooLarge[0] = (byte) 0xFD; // then the length, 36,001
            tooLarge[1] = (byte) 0xA1;
            tooLarge[2] = (byte) 0x8C;
            assertThat(status(node, tooLarge)).isEqualTo(400);
            byte[] allowed = new Wallet(Set.of("address")).filter(0.01).toBytes();
            assertThat(status(node, allowed)).isEqualTo(200);
        }
    }

    private static int status(Node node, byte[] payload) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(node.address().resolve("/transactions"))
                .POST(BodyPublishers.ofByteArray(payload))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
