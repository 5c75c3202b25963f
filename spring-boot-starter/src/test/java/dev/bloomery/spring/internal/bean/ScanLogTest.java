package dev.bloomery.spring.internal.bean;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ScanLogTest {

    @Test
    void accept_whenItIsTime_saysHowFarTheScanIs(CapturedOutput output) {
        ScanLog log = new ScanLog("usernames", 0);
        log.accept(1_000);
        log.accept(500); // another try
        log.accept(2_500);
        assertThat(output)
                .contains("gate usernames warms up: 1,000 keys so far")
                .contains("gate usernames warms up: 2,500 keys so far");
    }

    @Test
    void accept_tooSoon_saysNothing(CapturedOutput output) {
        new ScanLog("usernames", Long.MAX_VALUE).accept(1_000);
        assertThat(output).doesNotContain("usernames");
    }
}
