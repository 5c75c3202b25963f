package dev.bloomery.benchmarks.report;

import static dev.bloomery.benchmarks.report.MadeUp.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Plots are well-formed, inside their frame, and have all labels; no label of a point lies on another. */
class PlotTest {
    private static final Report REPORT = new Report(MadeUp.ENVIRONMENT, MadeUp.run());

    static Stream<String> plots() {
        return Stream.of(
                TimeByBits.plot(REPORT).orElseThrow(), TimeBySize.plot(REPORT).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("plots")
    void plot_oddEnvironment_isWellFormed(String svg) throws Exception {
        Document document = parse(svg);
        assertThat(document.getDocumentElement().getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
        assertThat(texts(document))
                .contains("Made-up CPU <64 cores> & \"more\"  ·  JDK 17.0.15+6  ·  commit 0123456789");
    }

    @Test
    void parse_brokenPlot_isRefused() {
        String svg = TimeByBits.plot(REPORT).orElseThrow();
        assertThatExceptionOfType(SAXException.class).isThrownBy(() -> parse(svg.replace("&lt;", "<")));
        assertThatExceptionOfType(SAXException.class).isThrownBy(() -> parse(svg.replace("</svg>", "")));
    }

    @ParameterizedTest
    @MethodSource("plots")
    void plot_everything_isInsideTheImage(String svg) throws Exception {
        Document document = parse(svg);
        double width = number(document.getDocumentElement(), "width");
        double height = number(document.getDocumentElement(), "height");
        for (String name : List.of("circle", "text", "line")) {
            for (Element element : elements(document, name)) {
                for (String x : List.of("x", "x1", "x2", "cx")) {
                    assertThat(number(element, x)).isBetween(0.0, width);
                }
                for (String y : List.of("y", "y1", "y2", "cy")) {
                    assertThat(number(element, y)).isBetween(0.0, height);
                }
            }
        }
        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @Test
    void timeByBits_bothSizes_namesEachContestantInEach() throws Exception {
        List<String> texts = texts(parse(TimeByBits.plot(REPORT).orElseThrow()));
        assertThat(texts).contains("1M keys", "100M keys");
        assertThat(texts.stream().filter(Names.BLOCKED::equals)).hasSize(2);
        assertThat(texts.stream().filter("fastfilter xor8 (static)"::equals)).hasSize(2);
        assertThat(texts).doesNotContain(Names.COUNTING, Names.FLOOR, Names.BLOCKED_SHARED);
    }

    @Test
    void timeByBits_doesNotDeliver_isHollow() {
        String svg = TimeByBits.plot(REPORT).orElseThrow();
        assertThat(svg.lines().filter(line -> line.startsWith("<circle class=\"hollow")))
                .hasSize(2);
    }

    @Test
    void timeByBits_oneContestant_isNoPlot() {
        assertThat(TimeByBits.plot(new Report(Map.of(), List.of(result(Names.BLOCKED, Goals.LONG_1M, Names.MISS, 5)))))
                .isEmpty();
    }

    @Test
    void timeBySize_fullSweep_namesLinesFloorsAndCaches() throws Exception {
        List<String> texts = texts(parse(TimeBySize.plot(REPORT).orElseThrow()));
        assertThat(texts)
                .contains(Names.BLOCKED, Names.BLOCKED + ", batch", Names.GUAVA, "L1", "L2", "L3")
                .contains("floor: single read + hash", "floor: overlapped read + hash", "16 KiB", "1 MiB")
                .doesNotContain(Names.SPARK); // measured at two sizes only
    }

    @Test
    void timeBySize_noCachesKnown_hasNoMarks() throws Exception {
        List<String> texts =
                texts(parse(TimeBySize.plot(new Report(Map.of(), MadeUp.run())).orElseThrow()));
        assertThat(texts).contains(Names.BLOCKED).doesNotContain("L1", "L2", "L3");
    }

    @Test
    void timeBySize_noHashMeasured_floorIsTheReadAlone() throws Exception {
        List<Result> results = new ArrayList<>(MadeUp.run());
        results.removeIf(result -> result.operation().equals(Names.HASH));
        assertThat(texts(parse(TimeBySize.plot(new Report(Map.of(), results)).orElseThrow())))
                .contains("floor: single read")
                .doesNotContain("floor: single read + hash");
    }

    @Test
    void timeBySize_twoSizes_isNoPlot() {
        List<Result> results = new ArrayList<>(List.of(
                result(Names.BLOCKED, Goals.LONG_1M, Names.MISS, 5),
                result(Names.BLOCKED, Goals.LONG_100M, Names.MISS, 20)));
        assertThat(TimeBySize.plot(new Report(Map.of(), results))).isEmpty();
    }

    @Test
    void pointLabels_manyInOnePlace_doNotOverlap() {
        PointLabels labels = new PointLabels(0, 0, 800, 300);
        for (int i = 0; i < 12; i++) {
            labels.avoid(400 + i, 150 - i, 6);
        }
        List<PointLabels.Place> places = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            places.add(labels.place(400 + i, 150 - i, 120));
        }
        for (PointLabels.Place one : places) {
            assertThat(one.x()).isBetween(0.0, 680.0);
            assertThat(one.baseline()).isBetween(11.0, 297.0);
            assertThat(places.stream().filter(other -> overlap(one, other))).containsExactly(one);
        }
        assertThat(places).anyMatch(PointLabels.Place::far);
    }

    private static boolean overlap(PointLabels.Place one, PointLabels.Place other) {
        return Math.abs(one.x() - other.x()) < 119.9 && Math.abs(one.baseline() - other.baseline()) < 13.9;
    }

    @Test
    void endLabels_close_areSpreadAndKeepTheirOrder() {
        double[] placed = EndLabels.spread(new double[] {100, 50, 101, 102, 299}, 15, 10, 300);
        assertThat(placed).containsExactly(86, 50, 101, 116, 299);
        assertThat(EndLabels.spread(new double[] {5, 5, 300}, 15, 10, 290)).containsExactly(10, 25, 290);
    }

    @Test
    void facts_sizesOfCaches_areReadInAllSpellings() {
        Facts facts = new Facts(
                Map.of("L1i cache", "64K", "L1d cache", "32K", "l2", "1 MiB (2 instances)", "l3", "33554432"));
        assertThat(facts.cache(1)).hasValue(32 * 1024);
        assertThat(facts.cache(2)).hasValue(1024 * 1024);
        assertThat(facts.cache(3)).hasValue(32 * 1024 * 1024);
        Facts oneLine =
                new Facts(Map.of("cpu", "L-CPU 7", "caches", "L1 Data 32K, L2 Unified 1024K, L3 Unified 32768K"));
        assertThat(oneLine.cache(1)).hasValue(32 * 1024);
        assertThat(oneLine.cache(3)).hasValue(32 * 1024 * 1024);
        assertThat(new Facts(Map.of("l1", "unknown", "caches", "L1 ?, L2 Unified 1M")).cache(1))
                .isEmpty();
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(null); // do not print what the test expects
        return builder.parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(Document document) {
        return elements(document, "text").stream().map(Element::getTextContent).toList();
    }

    private static List<Element> elements(Document document, String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** An attribute that is a number, 0 if it is not there. */
    private static double number(Element element, String attribute) {
        return element.hasAttribute(attribute) ? Double.parseDouble(element.getAttribute(attribute)) : 0;
    }
}
