package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.spring.internal.properties.BloomeryProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every property is in the tables of docs/spring.md, and an IDE finds what it needs in the jar. */
class DocumentedPropertiesTest {

    private static void addNames(Class<?> type, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
            Type below = component.getGenericType() instanceof ParameterizedType map
                    ? map.getActualTypeArguments()[1]
                    : component.getType();
            if (below instanceof Class<?> record && record.isRecord()) {
                addNames(record, names);
            }
        }
    }

    @Test
    void properties_all_areInTheDocumentation() throws IOException {
        List<String> names = new ArrayList<>();
        addNames(BloomeryProperties.class, names);
        assertThat(names).hasSizeGreaterThan(50);
        String page = Files.readString(Path.of("../docs/spring.md"));
        assertThat(names).allSatisfy(name -> assertThat(page).containsPattern("[`. ]" + name + "[`:.]"));
    }

    @Test
    void metadata_isInTheJar() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                BloomeryProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"),
                "the configuration processor has written nothing")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains(
                            "\"bloomery.gates\"", "\"bloomery.defaults.warm-timeout\"", "\"bloomery.health.degraded\"")
                    .contains("How gates begin.");
        }
    }
}
