package dev.bloomery.examples.crawler;

import java.util.List;

/** Where pages are. */
@FunctionalInterface
interface Web {
    /** Fetches a page, and returns the links on it as they are spelled there. */
    List<String> linksOf(String url);
}
