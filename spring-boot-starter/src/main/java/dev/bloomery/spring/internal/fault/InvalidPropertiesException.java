package dev.bloomery.spring.internal.fault;

import java.util.List;
import java.util.stream.Collectors;

/** The properties under {@code bloomery} cannot be used; has every fault that was found. */
public final class InvalidPropertiesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    /** With at least one fault. */
    public InvalidPropertiesException(List<Fault> faults) {
        super(faults.stream()
                .map(Fault::toString)
                .collect(Collectors.joining(
                        System.lineSeparator() + "  ",
                        "the properties under 'bloomery' cannot be used:" + System.lineSeparator() + "  ",
                        "")));
        this.faults = faults;
    }

    /** All that is wrong, in the order of the properties. */
    public List<Fault> faults() {
        return faults;
    }
}
