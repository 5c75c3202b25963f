package dev.bloomery.spring.internal.fault;

import dev.bloomery.file.DirectoryInUseException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A directory that is open already: in tests mostly by another application context of the same process. */
final class DirectoryInUseAnalyzer extends AbstractFailureAnalyzer<DirectoryInUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DirectoryInUseException cause) {
        return new FailureAnalysis(
                "The directory of a filter is open already: " + cause.getMessage(),
                "Stop the other process. In tests, where contexts are kept in a cache, and with devtools, give each context a 'directory' of its own, or leave it out.",
                cause);
    }
}
