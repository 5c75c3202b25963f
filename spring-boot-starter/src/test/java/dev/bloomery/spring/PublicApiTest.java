package dev.bloomery.spring;

import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import dev.bloomery.support.PublicApi;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PublicApiTest {

    @Test
    void api_ofTheModule_isThatOfTheFile() throws IOException {
        PublicApi.ofPackages(
                        BloomeryAutoConfiguration.class, "dev.bloomery.spring", "dev.bloomery.spring.autoconfigure")
                .requireAsIn(Path.of("api.txt"));
    }
}
