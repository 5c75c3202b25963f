package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DamagedSnapshotException;
import java.io.InvalidObjectException;
import org.junit.jupiter.api.Test;

class VisitedLinksTest {

    @Test
    void deserialized_serializedLinks_answerAlikeAndTakeMore() throws Exception {
        VisitedLinks visited = new VisitedLinks();
        for (int i = 0; i < 500; i++) {
            visited.visit("https://example.com/" + i);
        }
        VisitedLinks read = VisitedLinks.deserialized(VisitedLinks.serialized(visited));
        for (int i = 0; i < 1_000; i++) {
            String link = "https://example.com/" + i;
            assertThat(read.mayHaveVisited(link)).isEqualTo(visited.mayHaveVisited(link));
        }
        read.visit("https://example.com/new");
        assertThat(read.mayHaveVisited("https://example.com/new")).isTrue();
    }

    @Test
    void deserialized_damagedBytes_isRefused() throws Exception {
        byte[] bytes = VisitedLinks.serialized(new VisitedLinks());
        bytes[bytes.length - 100] ^= 1;
        assertThatExceptionOfType(InvalidObjectException.class)
                .isThrownBy(() -> VisitedLinks.deserialized(bytes))
                .withCauseInstanceOf(DamagedSnapshotException.class);
    }
}
