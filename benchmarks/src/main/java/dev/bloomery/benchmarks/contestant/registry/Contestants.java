package dev.bloomery.benchmarks.contestant.registry;

import static java.util.stream.Collectors.joining;

import dev.bloomery.benchmarks.contestant.Contestant;
import dev.bloomery.benchmarks.contestant.Peers;
import dev.bloomery.benchmarks.contestant.bloomery.BloomeryContestants;
import dev.bloomery.benchmarks.contestant.peer.PeerContestants;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** All contestants. What is different or unfair about each is in the README of this module. */
public final class Contestants {
    private static final List<Contestant> ALL = Stream.of(
                    BloomeryContestants.all(), PeerContestants.blooms(), peers(), PeerContestants.others())
            .flatMap(List::stream)
            .toList();

    private Contestants() {}

    /** All of them, ours first. */
    public static List<Contestant> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Contestant named(String name) {
        return find(name)
                .orElseThrow(() -> new NoSuchElementException("no contestant is named '" + name + "'; there are "
                        + ALL.stream().map(Contestant::name).collect(joining(", "))
                        + (isLeftOut(name) ? "; a build with the profile \"peers\" has it: -Ppeers" : "")));
    }

    /** Whether this is one of the {@link Peers}, and the build is without them. */
    public static boolean isLeftOut(String name) {
        return Peers.NAMES.contains(name) && find(name).isEmpty();
    }

    private static Optional<Contestant> find(String name) {
        return ALL.stream().filter(contestant -> contestant.name().equals(name)).findFirst();
    }

    private static List<Contestant> peers() {
        return ServiceLoader.load(Peers.class, Contestants.class.getClassLoader()).stream()
                .flatMap(provider -> provider.get().contestants().stream())
                .toList();
    }
}
