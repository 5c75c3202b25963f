package dev.bloomery.jdbc;

import java.util.List;

/** Strings that are easily taken for something else. */
final class StrangeKeys {
    private StrangeKeys() {}

    static final List<String> ALL = List.of(
            "",
            " ",
            "a",
            "A",
            "a ",
            " a",
            "'",
            "''",
            "\"",
            "\\",
            "\\'",
            "';DROP TABLE users;--",
            "' OR '1'='1",
            "a%",
            "a_",
            "?",
            "$1",
            "{fn now()}",
            "null",
            "NULL",
            "0",
            "00",
            "1e0",
            "1.0",
            "ß",
            "ss",
            "ẞ",
            "e\u0301",
            "\u00e9",
            "ı",
            "İ",
            "\uFEFF",
            "\uD83D\uDE00",
            "{a,b}",
            "{\"a\"}",
            "\n",
            "\t",
            "\u200B",
            "\uFFFF",
            "x".repeat(1_000));
}
