package dev.bloomery.samples.crawler;

import dev.bloomery.gate.ExpiringGate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Service;

/** What is still to be fetched. Redis has the URLs of the last 30 days; the filter in front of it answers for those that are new. */
@Service
class Frontier {
    private final ExpiringGate<String> seenUrls;

    Frontier(ExpiringGate<String> seenUrls) {
        this.seenUrls = seenUrls;
    }

    boolean isSeen(String url) {
        return seenUrls.contains(url);
    }

    /** Those that nobody has claimed within 30 days. Of all who claim a URL, in all processes, exactly one gets it. */
    List<String> claim(Collection<String> found) {
        Set<String> unseen = new LinkedHashSet<>(found);
        unseen.removeAll(
                seenUrls.containsWhich(unseen)); // one question to Redis at most, for all that the filter cannot tell
        return unseen.stream().filter(seenUrls::addIfAbsent).toList();
    }
}
