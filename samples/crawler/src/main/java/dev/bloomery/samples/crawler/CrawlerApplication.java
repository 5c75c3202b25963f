package dev.bloomery.samples.crawler;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Tells crawlers which of the links that they found are to be fetched. The gate is in application.yaml. */
@SpringBootApplication
public class CrawlerApplication {
    /** Starts. */
    public static void main(String[] args) {
        SpringApplication.run(CrawlerApplication.class, args);
    }
}
