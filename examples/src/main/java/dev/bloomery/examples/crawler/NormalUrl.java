package dev.bloomery.examples.crawler;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one spelling of a URL, so that a page is not fetched twice under two of them. As in RFC 3986, section 6.2: scheme and host in lower
 * case, escapes in upper case and only where they are needed, no dot segments, no default port, no empty path. What is behind {@code #}
 * is no part of the page's address and goes.
 */
final class NormalUrl {
    private static final Pattern PARTS = Pattern.compile( // RFC 3986, appendix B, with an authority that must be there
            "([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\\?[^#]*)?(?:#.*)?");
    private static final Pattern AUTHORITY = Pattern.compile("(?:([^@]*)@)?(\\[[^\\]]*\\]|[^:]+)(?::([0-9]*))?");
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", "80", "https", "443", "ftp", "21");
    private static final String UNRESERVED = "-._~";
    private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

    private NormalUrl() {}

    /** Empty: it is no URL with a host. */
    static Optional<String> of(String text) {
        Matcher url = PARTS.matcher(text.strip());
        if (!url.matches()) {
            return Optional.empty();
        }
        Matcher authority = AUTHORITY.matcher(url.group(2));
        if (!authority.matches()) {
            return Optional.empty();
        }
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        String user = authority.group(1) == null ? "" : escaped(authority.group(1)) + "@";
        String host = escaped(escaped(authority.group(2)).toLowerCase(Locale.ROOT));
        String port = authority.group(3);
        boolean needless = port == null || port.isEmpty() || port.equals(DEFAULT_PORTS.get(scheme));
        String path = withoutDotSegments(escaped(url.group(3)));
        String query = url.group(4) == null ? "" : escaped(url.group(4));
        return Optional.of(scheme + "://" + user + host + (needless ? "" : ":" + port) + path + query);
    }

    /** What needs no escape has none, all else has one, in upper case. A {@code %} that is no escape is escaped itself. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (bytes[i] == '%' && high >= 0 && low >= 0) {
                int value = 16 * high + low;
                append(out, value, isUnreserved(value));
                i += 2;
            } else {
                append(out, bytes[i], isUnreserved(bytes[i]) || RESERVED.indexOf(bytes[i]) >= 0);
            }
        }
        return out.toString();
    }

    private static boolean isUnreserved(int value) {
        return (value >= 'a' && value <= 'z')
                || (value >= 'A' && value <= 'Z')
                || (value >= '0' && value <= '9')
                || UNRESERVED.indexOf(value) >= 0;
    }

    private static void append(StringBuilder out, int value, boolean asItIs) {
        if (asItIs) {
            out.append((char) value);
        } else {
            out.append(String.format(Locale.ROOT, "%%%02X", value & 0xFF));
        }
    }

    /** RFC 3986, section 5.2.4, for a path that is empty or begins with a slash. */
    private static String withoutDotSegments(String path) {
        Deque<String> segments = new ArrayDeque<>();
        String[] all = path.split("/", -1); // the first is what is before the slash: nothing
        for (int i = 1; i < all.length; i++) {
            boolean last = i == all.length - 1;
            if (all[i].equals("..")) {
                segments.pollLast();
            }
            if (!all[i].equals(".") && !all[i].equals("..")) {
                segments.addLast(all[i]);
            } else if (last) {
                segments.addLast("");
            }
        }
        return "/" + String.join("/", segments);
    }
}
