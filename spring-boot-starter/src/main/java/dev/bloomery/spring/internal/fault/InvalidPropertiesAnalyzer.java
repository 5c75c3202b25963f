package dev.bloomery.spring.internal.fault;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints all faults of the properties in place of a stack trace. */
final class InvalidPropertiesAnalyzer extends AbstractFailureAnalyzer<InvalidPropertiesException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertiesException cause) {
        String list = cause.faults().stream()
                .map(fault -> "    " + fault.property() + System.lineSeparator() + "        " + fault.message())
                .collect(Collectors.joining(System.lineSeparator()));
        return new FailureAnalysis(
                "The properties under 'bloomery' cannot be used:" + System.lineSeparator() + System.lineSeparator()
                        + list,
                "Change these properties; each line says what to write. docs/spring.md has all of them.",
                cause);
    }
}
