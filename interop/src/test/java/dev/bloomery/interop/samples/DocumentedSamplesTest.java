package dev.bloomery.interop.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every line of Java in the pages is one of {@link SamplesTest}, in that order, so that it compiles and runs.
 */
class DocumentedSamplesTest {
    private static final Pattern SAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"interop", "from-guava", "from-redis", "from-spark-and-parquet"})
    void page_everySample_isRun(String page) throws IOException {
        String run = plain(Files.readString(
                Path.of("src/test/java", getClass().getPackageName().replace('.', '/'), "SamplesTest.java")));
        List<String> samples = samples(Files.readString(Path.of("../docs", page + ".md")));
        assertThat(samples).isNotEmpty();
        for (String sample : samples) {
            assertThat(run).contains(sample);
        }
    }

    private static List<String> samples(String page) {
        List<String> samples = new ArrayList<>();
        Matcher matcher = SAMPLE.matcher(page);
        while (matcher.find()) {
            samples.add(plain(matcher.group(1)));
        }
        return samples;
    }

    /**
     * Without the blanks that format it, and without the package that tells two classes of one name apart.
     */
    private static String plain(String code) {
        return code.lines()
                .collect(Collectors.joining(" "))
                .replaceAll("\\s+", "")
                .replace("com.google.common.hash.BloomFilter", "BloomFilter");
    }
}
