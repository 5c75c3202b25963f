package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The style sheet of the plots: a contestant has the same colour in all of them, ours the warm ones. */
final class PlotStyle {
    static final double LABEL_SIZE = 12;

    private static final String LIGHT = """
            text { font-family: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 12px; }
            .page { fill: #ffffff; stroke: #d8dee4; }
            .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
            .subtitle { font-size: 12.5px; fill: #59636e; }
            .heading { font-size: 13px; font-weight: 600; fill: #1f2328; }
            .axis { fill: #59636e; }
            .tick { font-size: 11.5px; fill: #59636e; }
            .footer { font-size: 10.5px; fill: #7a838d; }
            .hint { font-size: 11px; font-style: italic; fill: #7a838d; }
            .grid { stroke: #eaeef2; stroke-width: 1; }
            .frame { stroke: #9aa4ae; stroke-width: 1; }
            .mark { stroke: #9aa4ae; stroke-width: 1; stroke-dasharray: 2 3; }
            .leader { fill: none; stroke: #b8c0c8; stroke-width: 0.8; }
            .ours { font-weight: 600; }
            .halo { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
            .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
            .thick { stroke-width: 2.8; }
            .dashed { stroke-dasharray: 6 4; }
            .dotted { stroke-dasharray: 1.5 4; }
            .hollow { fill: #ffffff; stroke-width: 1.8; }
            """;

    private static final String DARK = """
            .page { fill: #0d1117; stroke: #30363d; }
            .title, .heading { fill: #f0f6fc; }
            .subtitle, .axis, .tick { fill: #9198a1; }
            .footer, .hint { fill: #7d8590; }
            .grid { stroke: #1c2229; }
            .frame, .mark { stroke: #565e67; }
            .leader { stroke: #444c56; }
            .halo { stroke: #0d1117; }
            .hollow { fill: #0d1117; }
            """;

    /**
     * A colour.
     *
     * @param light on white
     * @param dark on black
     */
    private record Colour(String light, String dark) {}

    private static final Map<String, Colour> KNOWN = Map.ofEntries(
            Map.entry(Names.BLOCKED, new Colour("#c2410c", "#ff8c4b")),
            Map.entry(Names.BLOCKED_SHARED, new Colour("#b4690e", "#f2b35c")),
            Map.entry(Names.BLOCKED_HARDENED, new Colour("#8c5a3c", "#d0a284")),
            Map.entry(Names.CLASSIC, new Colour("#be185d", "#f778a8")),
            Map.entry(Names.COUNTING, new Colour("#9d174d", "#e0679a")),
            Map.entry(Names.GUAVA, new Colour("#1d4ed8", "#79a8ff")),
            Map.entry(Names.FASTFILTER_BLOOM, new Colour("#0f766e", "#4fc9bb")),
            Map.entry(Names.FASTFILTER_BLOCKED, new Colour("#15803d", "#5bcf80")),
            Map.entry(Names.FASTFILTER_COUNTING, new Colour("#3f6212", "#a3c65c")),
            Map.entry(Names.FASTFILTER_XOR8, new Colour("#4d7c0f", "#a9d14a")),
            Map.entry(Names.DATASKETCHES, new Colour("#7c3aed", "#b79bff")),
            Map.entry(Names.COMMONS, new Colour("#0369a1", "#58b9ec")),
            Map.entry(Names.SPARK, new Colour("#86198f", "#dd86e6")),
            Map.entry(Names.FLOOR, new Colour("#57606a", "#a6aeb7")));

    private static final List<Colour> OTHERS = List.of(
            new Colour("#155e75", "#67c7dc"),
            new Colour("#5b21b6", "#c4a7ff"),
            new Colour("#166534", "#7bd69b"),
            new Colour("#1e40af", "#93b4ff"),
            new Colour("#a21caf", "#e58bf0"),
            new Colour("#4338ca", "#a5a0ff"),
            new Colour("#0e7490", "#57cfe6"),
            new Colour("#65590b", "#d3c25a"));

    private final Map<String, Colour> colours = new LinkedHashMap<>();

    PlotStyle(List<String> contestants) {
        int unknown = 0;
        for (String contestant : contestants) {
            Colour known = KNOWN.get(contestant);
            colours.put(contestant, known != null ? known : OTHERS.get(unknown++ % OTHERS.size()));
        }
    }

    /** The class that fills with the colour of a contestant. */
    String fill(String contestant) {
        return "f" + List.copyOf(colours.keySet()).indexOf(contestant);
    }

    /** The class that draws lines in the colour of a contestant. */
    String stroke(String contestant) {
        return "s" + List.copyOf(colours.keySet()).indexOf(contestant);
    }

    String sheet() {
        StringBuilder light = new StringBuilder(LIGHT);
        StringBuilder dark = new StringBuilder(DARK);
        colours.forEach((contestant, colour) -> {
            rules(light, contestant, colour.light());
            rules(dark, contestant, colour.dark());
        });
        return light + "@media (prefers-color-scheme: dark) {\n" + dark + "}\n";
    }

    private void rules(StringBuilder sheet, String contestant, String colour) {
        sheet.append('.')
                .append(fill(contestant))
                .append(" { fill: ")
                .append(colour)
                .append("; }\n");
        sheet.append('.')
                .append(stroke(contestant))
                .append(" { stroke: ")
                .append(colour)
                .append("; }\n");
    }
}
