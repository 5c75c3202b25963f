package dev.bloomery.examples.crawler;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A web without a network: from each of its pages a link leads to a page of its own, from which no link leads on, and two lead to any of the
 * pages, in another spelling.
 */
final class MadeUpWeb implements Web {
    private static final String LAST = "/about";

    private final List<String> pages;

    MadeUpWeb(List<String> pages) {
        this.pages = pages;
    }

    @Override
    public List<String> linksOf(String url) {
        if (url.endsWith(LAST)) {
            return List.of();
        }
        SplittableRandom random = new SplittableRandom(url.hashCode());
        List<String> links = new ArrayList<>();
        links.add(below(url));
        for (int i = 0; i < 2; i++) {
            links.add(respelled(pages.get(random.nextInt(pages.size())), random.nextInt(5)));
        }
        return links;
    }

    /** The page of its own of a page without a query. */
    static String below(String url) {
        return url + (url.endsWith("/") ? LAST.substring(1) : LAST);
    }

    /** Another spelling of the same address, which must have a path. */
    private static String respelled(String url, int how) {
        int path = url.indexOf('/', url.indexOf("://") + 3);
        String host = url.substring(0, path);
        String rest = url.substring(path);
        return switch (how) {
            case 0 -> host.replace("http", "HTTP") + rest;
            case 1 -> host + "/./none/.." + rest;
            case 2 -> url + "#top";
            case 3 -> host + rest.replace("a", "%61");
            default -> url;
        };
    }
}
