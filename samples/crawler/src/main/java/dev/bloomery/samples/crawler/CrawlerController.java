package dev.bloomery.samples.crawler;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The service by HTTP. */
@RestController
class CrawlerController {
    private final Frontier frontier;
    private final Statistics statistics;

    CrawlerController(Frontier frontier, Statistics statistics) {
        this.frontier = frontier;
        this.statistics = statistics;
    }

    record Answer(String url, boolean seen) {}

    /** The links on a page go in; those that the caller is to fetch come out. */
    @PostMapping("/urls")
    List<String> claim(@RequestBody List<String> found) {
        return frontier.claim(found);
    }

    @GetMapping("/urls")
    Answer isSeen(@RequestParam String url) {
        return new Answer(url, frontier.isSeen(url));
    }

    @GetMapping("/statistics")
    Statistics.Now statistics() {
        return statistics.now();
    }
}
