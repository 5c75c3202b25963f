package dev.bloomery.redis.internal.server;

import java.nio.charset.StandardCharsets;

/** A command with its arguments, as the bytes that are sent. Nobody changes them. */
public final class Call {
    private final byte[] command;
    private final byte[][] arguments;

    private Call(byte[] command, byte[][] arguments) {
        this.command = command;
        this.arguments = arguments;
    }

    /**
     * Makes a command.
     *
     * @param arguments bytes as they are, and anything else as it is printed
     */
    public static Call of(String command, Object... arguments) {
        byte[][] words = new byte[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            words[i] = arguments[i] instanceof byte[] bytes ? bytes : bytes(arguments[i].toString());
        }
        return new Call(bytes(command), words);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The name of the command. */
    public byte[] command() {
        return command;
    }

    /** The arguments, without the name. */
    public byte[][] arguments() {
        return arguments;
    }
}
