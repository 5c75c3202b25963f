package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.spring.internal.properties.BloomeryProperties;
import dev.bloomery.spring.internal.properties.FamilyProperties;
import dev.bloomery.spring.internal.properties.FilterProperties;
import dev.bloomery.spring.internal.properties.GateProperties;
import dev.bloomery.spring.internal.properties.SharedProperties;
import dev.bloomery.spring.internal.properties.StoreProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each table of docs/spring.md has the properties of its tree and no others, and an IDE finds what it needs in the jar. */
class DocumentedPropertiesTest {
    private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");

    static Stream<Arguments> tables() {
        return Stream.of(
                Arguments.of("`bloomery.gates.<name>`:", GateProperties.class),
                Arguments.of("`bloomery.gates.<name>.store.jdbc`:", StoreProperties.JdbcProperties.class),
                Arguments.of("`bloomery.gates.<name>.store.redis`:", StoreProperties.RedisProperties.class),
                Arguments.of("`bloomery.gates.<name>.rebuild`:", GateProperties.RebuildProperties.class),
                Arguments.of("`bloomery.filters.<name>`; ", FilterProperties.class),
                Arguments.of("`bloomery.families.<name>`; ", FamilyProperties.class),
                Arguments.of("`bloomery.shared.<name>`; ", SharedProperties.class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void table_ofTree_hasItsPropertiesAndNoOthers(String heading, Class<?> tree) throws IOException {
        assertThat(namesInTable(heading)).isEqualTo(namesOf(tree));
    }

    /** What is in the first column of the table after this line. */
    private static Set<String> namesInTable(String heading) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/spring.md"));
        TreeSet<String> names = new TreeSet<>();
        int at = 0;
        while (!lines.get(at).startsWith(heading)) {
            at++;
            assertThat(at).as("a line that begins with " + heading).isLessThan(lines.size());
        }
        while (!lines.get(at).startsWith("|---")) {
            at++;
        }
        for (at++; lines.get(at).startsWith("|"); at++) {
            NAME.matcher(lines.get(at).split("\\|", -1)[1]).results().forEach(found -> names.add(found.group(1)));
        }
        return names;
    }

    private static Set<String> namesOf(Class<?> tree) {
        TreeSet<String> names = new TreeSet<>();
        for (RecordComponent component : tree.getRecordComponents()) {
            names.add(component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static Map<String, JsonNode> metadata() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                BloomeryProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"),
                "the configuration processor has written nothing")) {
            Map<String, JsonNode> properties = new HashMap<>();
            new JsonMapper()
                    .readTree(in)
                    .get("properties")
                    .forEach(property -> properties.put(property.get("name").asString(""), property));
            return properties;
        }
    }

    private static JsonNode property(String name) throws IOException {
        return Objects.requireNonNull(metadata().get(name), name);
    }

    @Test
    void metadata_ofTheJar_describesEveryPropertyThatHasOneName() throws IOException {
        List<String> names =
                new ArrayList<>(List.of("bloomery.gates", "bloomery.filters", "bloomery.families", "bloomery.shared"));
        for (RecordComponent tree : BloomeryProperties.class.getRecordComponents()) {
            if (tree.getType().isRecord()) {
                namesOf(tree.getType()).forEach(name -> names.add("bloomery." + tree.getName() + "." + name));
            }
        }
        assertThat(names).hasSizeGreaterThan(7);
        assertThat(names)
                .allSatisfy(
                        name -> assertThat(property(name).path("description").asString(""))
                                .as(name)
                                .endsWith("."));
        assertThat(property("bloomery.gates").path("type").asString("")).contains(GateProperties.class.getName());
    }

    /** The table of these, which has defaults as well, is made of the metadata. */
    @Test
    void defaults_inTheDocumentation_areThoseOfTheMetadata() throws IOException {
        String page = Files.readString(Path.of("../docs/spring.md"));
        for (Map.Entry<String, JsonNode> property : metadata().entrySet()) {
            String name = property.getKey();
            if (name.startsWith("bloomery.")
                    && !property.getValue().get("type").asString("").contains("Map<")) {
                String value = property.getValue().path("defaultValue").asString("");
                assertThat(page)
                        .contains("| `" + name + "` | " + (value.isEmpty() ? "" : "`" + value + "` ") + "| "
                                + property.getValue().get("description").asString("") + " |");
            }
        }
    }

    /** Below a map an IDE takes the type of its values, and describes the components by their comments. */
    @Test
    void trees_belowMaps_haveACommentForEachProperty() throws IOException {
        for (Class<?> tree : Arrays.asList(
                GateProperties.class,
                FilterProperties.class,
                FamilyProperties.class,
                SharedProperties.class,
                StoreProperties.class)) {
            String source =
                    Files.readString(Path.of("src/main/java", tree.getName().replace('.', '/') + ".java"));
            List<Class<?>> records = new ArrayList<>(List.of(tree.getDeclaredClasses()));
            records.removeIf(type -> !type.isRecord());
            records.add(tree);
            for (Class<?> record : records) {
                for (RecordComponent component : record.getRecordComponents()) {
                    assertThat(source).contains("@param " + component.getName() + " ");
                }
            }
        }
    }
}
