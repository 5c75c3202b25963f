package dev.bloomery.redis;

import java.util.List;

/** Text that is easily taken for something else. */
final class StrangeText {
    static final List<String> ALL = List.of(
            "",
            " ",
            "*",
            "?",
            "[a-z]",
            "\\",
            "{",
            "{}",
            "}{",
            "a{b}c",
            "\r\n",
            "$3\r\nfoo\r\n",
            "\0",
            "user:",
            "#",
            "#0123456789012345678901",
            "пароль",
            "\uD83D\uDE00",
            "x".repeat(5_000));

    private StrangeText() {}
}
