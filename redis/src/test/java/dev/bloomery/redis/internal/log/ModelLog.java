package dev.bloomery.redis.internal.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@link RedisLogServer} must do, in plain Java: one step after the other. And what servers do to the
 * data: they forget it, lose the last of it, or trim it.
 */
public class ModelLog implements LogServer {
    /** How many earlier states are kept. */
    private static final int HISTORY = 40;

    private final long leaseMillis;
    private final Map<String, byte[]> own;
    private String identity = "server 0";
    private int identities;
    private @Nullable State state;
    private final Deque<Earlier> history = new ArrayDeque<>();

    private record Earlier(@Nullable State state) {}

    private static final class State {
        final String uuid;
        final long leaseMillis;
        long seq;
        String nonce = "";
        final Map<String, byte[]> more;
        Chain log;
        final TreeMap<String, String> roster;

        State(String uuid, long leaseMillis, Map<String, byte[]> more) {
            this.uuid = uuid;
            this.leaseMillis = leaseMillis;
            this.more = new HashMap<>(more);
            this.log = Chain.empty();
            this.roster = new TreeMap<>();
        }

        State(State other) {
            this.uuid = other.uuid;
            this.leaseMillis = other.leaseMillis;
            this.seq = other.seq;
            this.nonce = other.nonce;
            this.more = new HashMap<>(other.more);
            this.log = other.log;
            this.roster = new TreeMap<>(other.roster);
        }

        void append(String newNonce, String kind, byte[] data) {
            seq++;
            log = log.with(new LogEntry(new Position(seq, newNonce), nonce, kind, data));
            nonce = newNonce;
        }

        boolean has(Position position) {
            LogEntry entry = log.get(position.seq());
            return entry != null && entry.position().equals(position);
        }

        LogHead head() {
            return new LogHead(uuid, leaseMillis, new Position(seq, nonce), Map.copyOf(more));
        }
    }

    /**
     * Entries from a first to a last one. States that follow each other share a list, of which each sees a
     * part.
     */
    private record Chain(List<LogEntry> shared, long first, int size) {
        static Chain empty() {
            return new Chain(new ArrayList<>(), 1, 0);
        }

        Chain with(LogEntry entry) {
            List<LogEntry> list = shared;
            if (list.size() != size) {
                list = new ArrayList<>(list.subList(0, size)); // another future
            }
            list.add(entry);
            return new Chain(list, first, size + 1);
        }

        Chain from(long seq) {
            return new Chain(shared, Math.max(first, seq), size);
        }

        @Nullable
        LogEntry get(long seq) {
            return seq >= first && seq <= size ? shared.get((int) seq - 1) : null;
        }
    }

    /** @param own further fields of the head, which every head is answered with */
    public ModelLog(long leaseMillis, Map<String, byte[]> own) {
        this.leaseMillis = leaseMillis;
        this.own = own;
    }

    // what it answers

    private <T> Answer<T> not(Answer.State why) {
        return new Answer<>(why, identity, null);
    }

    private <T> Answer<T> done(T value) {
        return Answer.done(identity, value);
    }

    private Answer.State check(String uuid) {
        State now = state;
        if (now == null) {
            return Answer.State.GONE;
        }
        return now.uuid.equals(uuid) ? Answer.State.DONE : Answer.State.OTHER;
    }

    private State changed() {
        State now = state;
        if (now == null) {
            throw new IllegalStateException();
        }
        remember();
        State next = new State(now);
        state = next;
        return next;
    }

    private void remember() {
        history.addFirst(new Earlier(state));
        if (history.size() > HISTORY) {
            history.removeLast();
        }
    }

    @Override
    public Answer<LogHead> look() {
        State now = state;
        return now == null ? not(Answer.State.GONE) : done(now.head());
    }

    @Override
    public Answer<LogHead> create(String uuid, String nonce) {
        State now = state;
        if (now == null) {
            remember();
            now = new State(uuid, leaseMillis, own);
            now.append(nonce, "created", new byte[0]);
            state = now;
        }
        return done(now.head());
    }

    @Override
    public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
        Answer.State found = check(uuid);
        if (found != Answer.State.DONE) {
            return not(found);
        }
        State next = changed();
        for (int i = 0; i < entries.size(); i++) {
            next.append(nonce + "." + i, entries.get(i).kind(), entries.get(i).data());
        }
        return done(new Position(next.seq, next.nonce));
    }

    @Override
    public Answer<Synced> sync(SyncRequest request) {
        Answer.State found = check(request.uuid());
        State now = state;
        if (found != Answer.State.DONE || now == null) {
            return not(found);
        }
        if (!now.has(request.position())) {
            return done(new Synced(false, List.of(), now.head()));
        }
        State next = changed();
        next.roster.put(request.node(), request.position().seq() + " " + request.beat());
        List<LogEntry> entries = new ArrayList<>();
        for (long seq = request.position().seq() + 1; seq <= next.seq && entries.size() < request.most(); seq++) {
            entries.add(next.log.get(seq));
        }
        return done(new Synced(true, entries, next.head()));
    }

    @Override
    public Answer<Passed> passed(String uuid, Position entry) {
        Answer.State found = check(uuid);
        State now = state;
        if (found != Answer.State.DONE || now == null) {
            return not(found);
        }
        Map<String, String> missing = new HashMap<>();
        if (now.has(entry)) {
            now.roster.forEach((node, report) -> {
                if (Long.parseLong(report.substring(0, report.indexOf(' '))) < entry.seq()) {
                    missing.put(node, report);
                }
            });
        }
        return done(new Passed(now.has(entry), missing));
    }

    @Override
    public Answer<Boolean> retire(String uuid, String node, String reported) {
        Answer.State found = check(uuid);
        State now = state;
        if (found != Answer.State.DONE || now == null) {
            return not(found);
        }
        boolean isSame = reported.equals(now.roster.get(node));
        if (isSame) {
            changed().roster.remove(node);
        }
        return done(isSame);
    }

    @Override
    public Answer<Boolean> leave(String uuid, String node) {
        Answer.State found = check(uuid);
        State now = state;
        if (found != Answer.State.DONE || now == null) {
            return not(found);
        }
        boolean was = now.roster.containsKey(node);
        changed().roster.remove(node);
        return done(was);
    }

    // what becomes of it

    /** Another server takes over, or this one starts again: with the state of so many steps ago. */
    public void failOver(int steps) {
        goBack(steps);
        identity = "server " + ++identities;
    }

    /** The state of so many steps ago, and nothing shows it. */
    public void goBack(int steps) {
        for (int i = 0; i < steps && !history.isEmpty(); i++) {
            state = history.removeFirst().state;
        }
    }

    /** FLUSHALL, or an eviction. */
    public void flush() {
        remember();
        state = null;
    }

    /** All entries before the last so many are trimmed. */
    public void trim(int kept) {
        if (state != null) {
            State next = changed();
            next.log = next.log.from(next.seq - Math.max(1, kept) + 1);
        }
    }

    /** The roster is lost, as it would be if it had a key of its own. */
    public void loseRoster() {
        if (state != null) {
            changed().roster.clear();
        }
    }

    public String identity() {
        return identity;
    }

    /** The nodes of the roster, so many steps ago. */
    public Map<String, String> roster(int stepsAgo) {
        State then = stepsAgo == 0 ? state : history.stream().toList().get(stepsAgo - 1).state;
        return then == null ? Map.of() : then.roster;
    }

    public int remembered() {
        return history.size();
    }

    /** All entries that the log has had, with those that were trimmed. */
    public List<LogEntry> everything() {
        return state == null ? List.of() : state.log.shared.subList(0, state.log.size);
    }

    /** The entry with this number. */
    public @Nullable LogEntry entry(long seq) {
        return state == null ? null : state.log.get(seq);
    }
}
