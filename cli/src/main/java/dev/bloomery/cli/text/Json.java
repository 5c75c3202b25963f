package dev.bloomery.cli.text;

import java.util.Locale;

/** Names and texts as JSON has them. */
final class Json {

    private Json() {}

    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ') {
                        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }

    /** {@code expected FPP} becomes {@code expectedFpp}. */
    static String name(String words) {
        StringBuilder name = new StringBuilder();
        for (String word : words.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
            if (!word.isEmpty()) {
                name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            }
        }
        return name.toString();
    }
}
