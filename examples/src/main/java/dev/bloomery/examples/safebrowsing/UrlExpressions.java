package dev.bloomery.examples.safebrowsing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What to look up for one URL, because a list has whole hosts and directories besides single pages. Browsers try
 *
 * <ul>
 *   <li>up to 5 hosts: the host as it is, and those of its last 5 to 2 labels, unless it is an address;
 *   <li>with up to 6 paths each: with the query, without it, and the root and up to 3 directories below it.
 * </ul>
 *
 * <p>So one URL is up to 30 lookups, and up to 30 times as likely to be a false positive as one key. A browser also undoes escapes and
 * odd spellings before; here a URL is taken as it is, in lower case.
 */
final class UrlExpressions {
    private static final Pattern SCHEME = Pattern.compile("^[a-z]+://");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*");
    private static final int MAX_LABELS = 5;
    private static final int MAX_DIRECTORIES = 4;

    private UrlExpressions() {}

    static Set<String> of(String url) {
        String rest = SCHEME.matcher(url.toLowerCase(Locale.ROOT)).replaceFirst("");
        rest = rest.substring(0, indexOr(rest, '#', rest.length()));
        int end = Math.min(indexOr(rest, '/', rest.length()), indexOr(rest, '?', rest.length()));
        String host = rest.substring(rest.lastIndexOf('@', end) + 1, end);
        host = host.startsWith("[") ? host : host.substring(0, indexOr(host, ':', host.length()));
        String path = rest.startsWith("/", end) ? rest.substring(end) : "/" + rest.substring(end);
        Set<String> paths = paths(path);
        Set<String> expressions = new LinkedHashSet<>();
        for (String suffix : hosts(host)) {
            for (String prefix : paths) {
                expressions.add(suffix + prefix);
            }
        }
        return expressions;
    }

    private static Set<String> hosts(String host) {
        Set<String> hosts = new LinkedHashSet<>(List.of(host));
        if (!ADDRESS.matcher(host).matches()) {
            List<String> labels = List.of(host.split("\\.", -1));
            for (int kept = Math.min(MAX_LABELS, labels.size() - 1); kept >= 2; kept--) {
                hosts.add(String.join(".", labels.subList(labels.size() - kept, labels.size())));
            }
        }
        return hosts;
    }

    private static Set<String> paths(String path) {
        String page = path.substring(0, indexOr(path, '?', path.length()));
        Set<String> paths = new LinkedHashSet<>(List.of(path, page));
        int end = page.indexOf('/');
        for (int i = 0; i < MAX_DIRECTORIES && end >= 0; i++) {
            paths.add(page.substring(0, end + 1));
            end = page.indexOf('/', end + 1);
        }
        return paths;
    }

    private static int indexOr(String text, char sought, int otherwise) {
        int index = text.indexOf(sought);
        return index < 0 ? otherwise : index;
    }
}
