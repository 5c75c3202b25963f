package dev.bloomery.consumers;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes, or methods of such, with the class path of another program. Arguments: their names, as {@code
 * package.Class} or {@code package.Class#method(package.Parameter)}.
 */
final class TestRun {
    /** How the line with the numbers begins. */
    static final String RESULT = "result: ";

    private TestRun() {}

    public static void main(String[] names) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(names)
                        .map(name -> name.contains("#")
                                ? DiscoverySelectors.selectMethod(name)
                                : DiscoverySelectors.selectClass(name))
                        .toList())
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printFailuresTo(output, 20);
        output.println(RESULT + summary.getTestsSucceededCount() + " passed, " + summary.getTotalFailureCount()
                + " failed, " + summary.getTestsSkippedCount() + " skipped");
        // threads of clients may go on for a moment
        System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0 ? 0 : 1);
    }
}
