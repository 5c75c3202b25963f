package dev.bloomery.spring.internal.fault;

/**
 * One thing that is wrong with the properties.
 *
 * @param property its full name
 * @param message what was given, what is allowed, what to do
 */
public record Fault(String property, String message) {
    @Override
    public String toString() {
        return property + ": " + message;
    }
}
