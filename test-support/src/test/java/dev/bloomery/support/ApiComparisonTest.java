package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiComparisonTest {
    @TempDir
    private Path directory;

    @Test
    void requireAsIn_memberMissing_fails() throws IOException {
        PublicApi api = PublicApi.of(Open.class);
        Path file = directory.resolve("api.txt");
        Files.writeString(file, "public interface dev.bloomery.support.Open\n");
        assertThatThrownBy(() -> api.requireAsIn(file))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dapi.write=true");
        Files.writeString(file, """
                public abstract interface dev.bloomery.support.Open : java.lang.Runnable
                    public abstract java.util.List<java.lang.String> names()
                """);
        api.requireAsIn(file);
        assertThat(api.types()).isOne();
    }
}
