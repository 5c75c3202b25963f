package dev.bloomery.cli.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Names as people choose them: two words and a number. Those that are taken have an even number, those that are free an odd one. */
final class Names {
    private static final String[] FIRST = {
        "amber", "bold", "calm", "clever", "dusty", "eager", "fuzzy", "gentle", "happy", "icy", "jolly", "kind",
        "lucky", "misty", "noble", "olive", "proud", "quick", "rusty", "silent", "tiny", "urban", "vivid", "wild",
        "young"
    };
    private static final String[] SECOND = {
        "badger", "crane", "dolphin", "eagle", "falcon", "gecko", "heron", "ibis", "jackal", "koala", "lynx", "marten",
        "newt", "otter", "panda", "quail", "raven", "seal", "tiger", "urchin", "viper", "walrus", "yak", "zebra", "wren"
    };

    private Names() {}

    static String taken(int index) {
        return name(index, 0);
    }

    static String free(int index) {
        return name(index, 1);
    }

    private static String name(int index, int odd) {
        int words = FIRST.length * SECOND.length;
        int pair = index % words;
        return FIRST[pair % FIRST.length] + "_" + SECOND[pair / FIRST.length] + (2 * (index / words) + odd);
    }

    /** All that are taken, sorted. */
    static List<String> allTaken(int count) {
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(taken(i));
        }
        Collections.sort(names);
        return names;
    }

    /** Names to be checked, in random order: nine of ten are free, as on a form where people try until one is. */
    static List<String> asked(int count, int taken, Random random) {
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int index = random.nextInt(taken);
            names.add(i % 10 == 0 ? taken(index) : free(index));
        }
        Collections.shuffle(names, random);
        return names;
    }
}
