package dev.bloomery.support;

import java.util.List;

/** Something to list. */
public interface Open extends Runnable {
    List<String> names();
}
