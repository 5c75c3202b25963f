package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class RevokedTokensTest {

    @Test
    void expired_revokedToken_isForgottenAndOthersStay() {
        RevokedTokens tokens = new RevokedTokens();
        assertThat(tokens.revoke("a")).isTrue();
        assertThat(tokens.revoke("b")).isTrue();
        assertThat(tokens.expired("a")).isTrue();
        assertThat(tokens.mayBeRevoked("a")).isFalse();
        assertThat(tokens.mayBeRevoked("b")).isTrue();
        assertThat(tokens.expired("a")).as("it is not in any more").isFalse();
    }

    @Test
    void revoke_moreThanThereIsRoomFor_isFalseAndForgetsNothing() {
        RevokedTokens tokens = new RevokedTokens();
        int taken = 0;
        while (tokens.revoke("token " + taken)) {
            taken++;
        }
        assertThat(taken).isGreaterThanOrEqualTo(100_000);
        for (int i = 0; i < taken; i++) {
            assertThat(tokens.mayBeRevoked("token " + i)).isTrue();
        }
    }

    @Test
    void run_twentyThousandTokens_missesNone() {
        assertThat(RevokedTokens.run(20_000, new Report(new PrintStream(PrintStream.nullOutputStream()))))
                .isZero();
    }
}
