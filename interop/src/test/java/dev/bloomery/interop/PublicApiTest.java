package dev.bloomery.interop;

import dev.bloomery.support.PublicApi;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PublicApiTest {

    @Test
    void api_ofTheModule_isThatOfTheFile() throws IOException {
        PublicApi.ofModuleOf(ForeignFilter.class).requireAsIn(Path.of("api.txt"));
    }
}
