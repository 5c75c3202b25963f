package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OpenSessionsTest {

    @Test
    void closed_openSession_isForgottenAndOthersStay() {
        OpenSessions sessions = new OpenSessions();
        UUID first = new UUID(1, 1);
        UUID second = new UUID(2, 2);
        sessions.opened(first);
        sessions.opened(second);
        assertThat(sessions.closed(first)).isTrue();
        assertThat(sessions.mayBeOpen(first)).isFalse();
        assertThat(sessions.mayBeOpen(second)).isTrue();
        assertThat(sessions.closed(first))
                .as("closed before: nothing to take back")
                .isFalse();
    }

    @Test
    void run_twentyThousandSessions_missesNone() {
        assertThat(OpenSessions.run(20_000, new Report(new PrintStream(PrintStream.nullOutputStream()))))
                .isZero();
    }
}
