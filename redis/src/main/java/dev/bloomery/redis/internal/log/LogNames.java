package dev.bloomery.redis.internal.log;

import java.nio.charset.StandardCharsets;

/**
 * The names of the keys of a log: {@code {bloomery:NAME}:head} and {@code {bloomery:NAME}:log}. What is in
 * the braces decides the slot of a cluster, so all are in one.
 *
 * @param name the name that the user has given
 */
public record LogNames(String name) {

    public LogNames {
        if (name.isEmpty() || name.indexOf('{') >= 0 || name.indexOf('}') >= 0) {
            throw new IllegalArgumentException("the name is '" + name
                    + "'; use one that is not empty and has no braces, which choose slots of a cluster");
        }
    }

    public byte[] head() {
        return of("head");
    }

    public byte[] log() {
        return of("log");
    }

    /** Another key of the same slot. */
    public byte[] of(String part) {
        return ("{bloomery:" + name + "}:" + part).getBytes(StandardCharsets.UTF_8);
    }
}
