package dev.bloomery.redis.internal.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands to the server that has the name they are about, and follows the redirections of a cluster. A
 * write
 * is sent once. A lookup may be sent again where that can help: to a node of a cluster that was replaced.
 *
 * <p>For any number of threads.
 */
public final class Routes implements AutoCloseable {
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_LOOKUPS = 3;

    private final Servers servers;
    /** Wait for the answers of several nodes to one batch; none stays when there is nothing to do. */
    private final ExecutorService askers =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), Routes::asker);

    public Routes(Servers servers) {
        this.servers = servers;
    }

    private static Thread asker(Runnable task) {
        Thread thread = new Thread(task, "bloomery-redis");
        thread.setDaemon(true);
        return thread;
    }

    // one command

    /**
     * Sends a command that changes something, once.
     *
     * @throws RefusedException if the server refused it
     * @throws LineException if there was no connection, or is no answer
     */
    public @Nullable Object write(byte[] name, Call call) {
        return writeAll(name, List.of(call)).get(0);
    }

    /**
     * Sends commands one after the other on one connection, once. The first one decides where: if it is
     * redirected, all are sent there. So those after it must do no harm where it was
     * refused.
     *
     * @return the answers; that to the first is no refusal
     * @throws RefusedException if the server refused the first one
     * @throws LineException if there was no connection, or an answer is missing
     */
    public List<@Nullable Object> writeAll(byte[] name, List<Call> calls) {
        Refusal redirect = null;
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            List<@Nullable Object> answers = redirect == null ? first(name, calls) : again(redirect, name, calls);
            if (!(answers.get(0) instanceof Refusal refusal)) {
                return answers;
            }
            redirect = requireRedirect(refusal);
        }
        throw moving();
    }

    /** The refusal, if it points to another node. */
    private Refusal requireRedirect(Refusal refusal) {
        if (!refusal.isMoved() && !refusal.isAsk()) {
            throw new RefusedException(refusal);
        }
        if (!servers.isCluster()) {
            throw LineException.notSent(
                    "the server is a node of a cluster and has not the slot of the key; use a client for clusters",
                    new RefusedException(refusal));
        }
        return refusal;
    }

    private static LineException moving() {
        return LineException.notSent("the slot of the key moves from node to node; try again", null);
    }

    /**
     * Sends a command that changes nothing.
     *
     * @throws RefusedException if the server refused it
     * @throws LineException if there was no connection, or is no answer
     */
    public @Nullable Object lookUp(byte[] name, Call call) {
        for (int lookups = 1; ; lookups++) {
            try {
                return write(name, call);
            } catch (RefusedException refused) {
                throw refused;
            } catch (LineException problem) {
                if (!servers.isCluster() || lookups == MOST_LOOKUPS) {
                    throw problem;
                }
                learnIfPossible();
            }
        }
    }

    private List<@Nullable Object> first(byte[] name, List<Call> calls) {
        try (Line line = lineTo(name)) {
            return line.ask(calls);
        }
    }

    private Line lineTo(byte[] name) {
        try {
            return servers.lineTo(name);
        } catch (LineException nodeIsGone) {
            if (!servers.isCluster()) {
                throw nodeIsGone;
            }
            servers.learn();
            return servers.lineTo(name);
        }
    }

    private List<@Nullable Object> again(Refusal redirect, byte[] name, List<Call> calls) {
        if (redirect.isMoved()) {
            learnIfPossible();
        }
        Address target = redirect.target();
        // a node that does not know the name of its host leaves it out
        try (Line line = target.host().isEmpty() ? lineTo(name) : servers.lineAt(target)) {
            return redirect.isAsk() ? asking(line, calls) : line.ask(calls);
        }
    }

    private static List<@Nullable Object> asking(Line line, List<Call> calls) {
        List<Call> all = new ArrayList<>();
        all.add(Call.of("ASKING"));
        all.addAll(calls);
        List<@Nullable Object> answers = line.ask(all);
        return answers.subList(1, answers.size());
    }

    private void learnIfPossible() {
        try {
            servers.learn();
        } catch (LineException noNodeAnswers) {
            // what is known goes on to count
        }
    }

    // many lookups

    /**
     * Sends a command that changes nothing for each of these names.
     *
     * @return the answers, in the order of the names
     * @throws RefusedException if a server refused one
     * @throws LineException if there was no connection, or an answer is missing
     */
    public List<@Nullable Object> lookUpAll(List<byte[]> names, Function<byte[], Call> call) {
        @Nullable Object[] answers = new @Nullable Object[names.size()];
        List<Integer> places = IntStream.range(0, names.size()).boxed().toList();
        Collection<List<Integer>> groups = byOwner(places, names);
        if (groups.size() <= 1) {
            groups.forEach(group -> lookUpGroup(group, names, call, answers, 1));
        } else {
            await(groups.stream()
                    .map(group -> CompletableFuture.runAsync(() -> lookUpGroup(group, names, call, answers, 1), askers))
                    .toList());
        }
        return Arrays.asList(answers);
    }

    private Collection<List<Integer>> byOwner(List<Integer> places, List<byte[]> names) {
        Map<Object, List<Integer>> groups = places.stream()
                .collect(Collectors.groupingBy(
                        place -> servers.ownerOf(names.get(place)), LinkedHashMap::new, Collectors.toList()));
        return groups.values();
    }

    private static void await(List<CompletableFuture<Void>> groups) {
        try {
            CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException problem) {
            if (problem.getCause() instanceof LineException failed) {
                throw failed;
            }
            throw problem;
        }
    }

    /** Those that one server has, or had. What comes with a redirection is looked up alone. */
    private void lookUpGroup(
            List<Integer> group,
            List<byte[]> names,
            Function<byte[], Call> call,
            @Nullable Object[] answers,
            int lookups) {
        List<@Nullable Object> found;
        try (Line line = lineTo(names.get(group.get(0)))) {
            found = line.ask(
                    group.stream().map(place -> call.apply(names.get(place))).toList());
        } catch (LineException problem) {
            if (!servers.isCluster() || lookups == MOST_LOOKUPS) {
                throw problem;
            }
            learnIfPossible();
            byOwner(group, names).forEach(part -> lookUpGroup(part, names, call, answers, lookups + 1));
            return;
        }
        for (int i = 0; i < found.size(); i++) {
            int place = group.get(i);
            byte[] name = names.get(place);
            answers[place] = found.get(i) instanceof Refusal ? lookUp(name, call.apply(name)) : found.get(i);
        }
    }

    @Override
    public void close() {
        askers.shutdown();
    }
}
