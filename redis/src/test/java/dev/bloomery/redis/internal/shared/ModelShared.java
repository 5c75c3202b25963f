package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogEntry;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Passed;
import dev.bloomery.redis.internal.log.Position;
import dev.bloomery.redis.internal.log.SyncRequest;
import dev.bloomery.redis.internal.log.Synced;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What {@link RedisSharedServer} must do, in plain Java. And what servers do to the data: they forget it, lose the last of it, trim it, or evict a part. */
public class ModelShared implements SharedServer, LogServer {
    private static final int HISTORY = 400;

    private final long leaseMillis;
    private final LongSupplier millis;
    private String identity = "server 0";
    private int identities;
    private State state = new State();
    private final Deque<State> history = new ArrayDeque<>();

    /** What there is at a moment. States that follow each other share what did not change. */
    private static final class State {
        String uuid = "";
        long time;
        long seq;
        String nonce = "";
        Map<String, String> fields = Map.of();

        @Nullable
        Entry log;

        Map<String, String> roster = new TreeMap<>();
        Map<String, byte[]> chunks = Map.of();

        State copy() {
            State copy = new State();
            copy.uuid = uuid;
            copy.seq = seq;
            copy.nonce = nonce;
            copy.fields = fields;
            copy.log = log;
            copy.roster = new TreeMap<>(roster);
            copy.chunks = chunks;
            return copy;
        }

        void put(String name, String value) {
            fields = new HashMap<>(fields);
            if (value.isEmpty()) {
                fields.remove(name);
            } else {
                fields.put(name, value);
            }
        }

        void putChunk(String name, byte[] bytes) {
            chunks = new HashMap<>(chunks);
            chunks.put(name, bytes);
        }

        void removeChunk(String name) {
            chunks = new HashMap<>(chunks);
            chunks.remove(name);
        }

        void append(String newNonce, String kind, byte[] data) {
            seq++;
            log = new Entry(new LogEntry(new Position(seq, newNonce), nonce, kind, data), log);
            nonce = newNonce;
        }

        boolean has(Position position) {
            for (Entry at = log; at != null && at.entry.position().seq() >= position.seq(); at = at.before) {
                if (at.entry.position().equals(position)) {
                    return true;
                }
            }
            return false;
        }

        /** Those after this number, in their order. */
        List<LogEntry> after(long number) {
            ArrayDeque<LogEntry> found = new ArrayDeque<>();
            for (Entry at = log; at != null && at.entry.position().seq() > number; at = at.before) {
                found.addFirst(at.entry);
            }
            return List.copyOf(found);
        }

        String field(String name) {
            return fields.getOrDefault(name, "");
        }

        LogHead head(List<String> names, long lease) {
            Map<String, byte[]> more = new HashMap<>();
            for (String name : names) {
                if (fields.containsKey(name)) {
                    more.put(name, field(name).getBytes(StandardCharsets.UTF_8));
                }
            }
            return new LogHead(uuid, lease, new Position(seq, nonce), more);
        }
    }

    /** An entry and those before it that are kept. */
    private record Entry(LogEntry entry, @Nullable Entry before) {}

    public ModelShared(long leaseMillis, LongSupplier millis) {
        this.leaseMillis = leaseMillis;
        this.millis = millis;
    }

    private <T> Answer<T> done(T value) {
        return Answer.done(identity, value);
    }

    private <T> @Nullable Answer<T> wrong(String uuid) {
        if (state.uuid.isEmpty()) {
            return new Answer<>(Answer.State.GONE, identity, null);
        }
        return state.uuid.equals(uuid) ? null : new Answer<>(Answer.State.OTHER, identity, null);
    }

    private State changed() {
        history.addFirst(state);
        if (history.size() > HISTORY) {
            history.removeLast();
        }
        state = state.copy();
        state.time = millis.getAsLong();
        return state;
    }

    private static String name(String uuid, int generation, int chunk) {
        return uuid + " " + generation + " " + chunk;
    }

    private boolean isWhole(String uuid, int generation, int chunk, int length) {
        byte[] bytes = state.chunks.get(name(uuid, generation, chunk));
        return bytes != null && bytes.length == length;
    }

    /** One that is there. */
    private byte[] chunk(String name) {
        return Objects.requireNonNull(state.chunks.get(name));
    }

    private boolean areWhole(String uuid, List<ChunkName> chunks) {
        return chunks.stream().allMatch(chunk -> isWhole(uuid, chunk.generation(), chunk.chunk(), chunk.length()));
    }

    private static byte[] empty(String uuid, int generation, int chunk, int length) {
        byte[] bytes = new byte[length];
        byte[] header = ChunkLayout.header(uuid, generation, chunk, length).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(header, 0, bytes, 0, header.length);
        return bytes;
    }

    private String text(String value) {
        return value.equals(ChangeRequest.HERE)
                ? identity
                : value.replace(GenerationPlan.NOW, String.valueOf(millis.getAsLong()));
    }

    // the filter

    @Override
    public LogServer log() {
        return this;
    }

    /** With all fields; what a follower gets has fewer. */
    @Override
    public Answer<LogHead> look() {
        return state.uuid.isEmpty()
                ? new Answer<>(Answer.State.GONE, identity, null)
                : done(state.head(Fields.all(), leaseMillis));
    }

    @Override
    public void allocate(String uuid, GenerationPlan plan, int chunk) {
        State next = changed();
        String name = name(uuid, plan.id(), chunk);
        if (!next.chunks.containsKey(name)) {
            next.putChunk(name, empty(uuid, plan.id(), chunk, plan.layout().length(chunk)));
        }
    }

    @Override
    public Answer<Step> create(
            String replaced, String uuid, String nonce, Map<String, String> fields, List<ChunkName> chunks) {
        if (state.uuid.equals(uuid)) {
            return done(Step.done(new Position(state.seq, state.nonce)));
        }
        if (!state.uuid.equals(replaced) && !(state.uuid.isEmpty() && !replaced.isEmpty())) {
            return done(Step.of(Step.Result.STALE));
        }
        if (!areWhole(uuid, chunks)) {
            return done(Step.of(Step.Result.LOST));
        }
        State next = changed();
        next.uuid = uuid;
        next.seq = 0;
        next.nonce = "";
        next.fields = Map.of();
        fields.forEach((name, value) -> next.put(name, text(value)));
        next.log = null;
        next.roster = new TreeMap<>();
        next.append(nonce, "created", new byte[0]);
        return done(Step.done(new Position(1, nonce)));
    }

    @Override
    public Answer<Step> add(AddRequest request) {
        Answer<Step> wrong = wrong(request.uuid());
        if (wrong != null) {
            return wrong;
        }
        boolean isWhole = state.field(Fields.STATE).equals("ACTIVE")
                && state.field(Fields.SERVER).equals(identity);
        if (!state.field(Fields.NEWEST).equals(String.valueOf(request.generation()))
                || !state.field(Fields.OLDER).equals(request.older())
                || (!request.writer().isEmpty() && !NodeView.has(state.field(Fields.WRITERS), request.writer()))
                || (request.needsWhole() && !isWhole)) {
            return done(Step.of(Step.Result.STALE));
        }
        for (ChunkAdds chunk : request.chunks()) {
            if (!isWhole(request.uuid(), request.generation(), chunk.chunk(), chunk.length())) {
                return done(Step.of(Step.Result.LOST));
            }
        }
        State next = changed();
        int count = request.chunks().stream()
                .mapToInt(chunk -> chunk.hashes().length)
                .sum();
        boolean[] flags = new boolean[count];
        long[] fresh = new long[count];
        int freshCount = 0;
        int at = 0;
        for (ChunkAdds chunk : request.chunks()) {
            String name = name(request.uuid(), request.generation(), chunk.chunk());
            byte[] bytes = chunk(name).clone();
            next.putChunk(name, bytes);
            for (int key = 0; key < chunk.hashes().length; key++) {
                for (int probe = 0; probe < chunk.probes(); probe++) {
                    int offset = chunk.offsets()[key * chunk.probes() + probe];
                    int mask = 0x80 >>> (offset % 8);
                    flags[at] |= (bytes[offset / 8] & mask) == 0;
                    bytes[offset / 8] |= (byte) mask;
                }
                if (flags[at++]) {
                    fresh[freshCount++] = chunk.hashes()[key];
                }
            }
        }
        if (freshCount > 0) {
            next.append(request.nonce(), Entries.ADD, ChunkAdds.bytesOf(fresh, freshCount));
            next.put(Fields.KEYS, String.valueOf(Long.parseLong(next.field(Fields.KEYS)) + freshCount));
        }
        return done(Step.done(new Position(next.seq, next.nonce), Long.parseLong(next.field(Fields.KEYS)), flags));
    }

    @Override
    public Answer<Step> confirm(ConfirmRequest request) {
        Answer<Step> wrong = wrong(request.uuid());
        if (wrong != null) {
            return wrong;
        }
        if (!state.field(Fields.STATE).equals("ACTIVE")
                || !state.field(Fields.SERVER).equals(identity)
                || !state.field(Fields.GENERATIONS).equals(request.generations())
                || !state.has(request.position())) {
            return done(Step.of(Step.Result.STALE));
        }
        List<Boolean> flags = new ArrayList<>();
        for (ConfirmRequest.Part part : request.parts()) {
            for (ChunkAdds chunk : part.chunks()) {
                if (!isWhole(request.uuid(), part.generation(), chunk.chunk(), chunk.length())) {
                    return done(Step.of(Step.Result.LOST));
                }
                byte[] bytes = chunk(name(request.uuid(), part.generation(), chunk.chunk()));
                for (int key = 0; key < chunk.hashes().length; key++) {
                    boolean hasAll = true;
                    for (int probe = 0; probe < chunk.probes(); probe++) {
                        int offset = chunk.offsets()[key * chunk.probes() + probe];
                        hasAll &= (bytes[offset / 8] & (0x80 >>> (offset % 8))) != 0;
                    }
                    flags.add(hasAll);
                }
            }
        }
        boolean[] all = new boolean[flags.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = flags.get(i);
        }
        return done(Step.done(request.position(), 0, all));
    }

    @Override
    public Answer<Step> mergeChunk(String uuid, String nonce, int generation, int chunk, byte[] body) {
        Answer<Step> wrong = wrong(uuid);
        if (wrong != null) {
            return wrong;
        }
        if (!isWhole(uuid, generation, chunk, ChunkLayout.HEADER + body.length)) {
            return done(Step.of(Step.Result.LOST));
        }
        State next = changed();
        String name = name(uuid, generation, chunk);
        byte[] bytes = chunk(name).clone();
        for (int i = 0; i < body.length; i++) {
            bytes[ChunkLayout.HEADER + i] |= body[i];
        }
        next.putChunk(name, bytes);
        if (!next.field(Fields.NEWEST).equals(String.valueOf(generation))) {
            next.put(Fields.OLDER, String.valueOf(Long.parseLong(next.field(Fields.OLDER)) + 1));
        }
        next.append(nonce, Entries.MERGE, (generation + " " + chunk).getBytes(StandardCharsets.UTF_8));
        return done(Step.done(new Position(next.seq, next.nonce)));
    }

    @Override
    public Answer<Step> change(ChangeRequest request) {
        Answer<Step> wrong = wrong(request.uuid());
        if (wrong != null) {
            return wrong;
        }
        for (Map.Entry<String, String> field : request.expected().entrySet()) {
            String found = field.getKey().equals(ChangeRequest.HERE) ? identity : state.field(field.getKey());
            if (!found.equals(field.getValue())) {
                return done(Step.of(Step.Result.STALE));
            }
        }
        if (!areWhole(request.uuid(), request.needed())) {
            return done(Step.of(Step.Result.LOST));
        }
        State next = changed();
        request.fields().forEach((name, value) -> {
            next.put(name, text(value));
        });
        LogData entry = request.entry();
        String data = new String(entry.data(), StandardCharsets.UTF_8)
                .replace(GenerationPlan.NOW, String.valueOf(millis.getAsLong()));
        next.append(request.nonce(), entry.kind(), data.getBytes(StandardCharsets.UTF_8));
        return done(Step.done(new Position(next.seq, next.nonce)));
    }

    @Override
    public Answer<Step> prepare(String uuid, int generation, int chunk, int length) {
        Answer<Step> wrong = wrong(uuid);
        if (wrong != null) {
            return wrong;
        }
        if (Integer.parseInt(state.field(Fields.NEWEST)) >= generation) {
            return done(Step.of(Step.Result.STALE));
        }
        State next = changed();
        String name = name(uuid, generation, chunk);
        if (!next.chunks.containsKey(name)) {
            next.putChunk(name, empty(uuid, generation, chunk, length));
        }
        return done(Step.of(isWhole(uuid, generation, chunk, length) ? Step.Result.DONE : Step.Result.LOST));
    }

    @Override
    public Step chunk(String uuid, ChunkName chunk) {
        byte[] bytes = state.chunks.get(name(uuid, chunk.generation(), chunk.chunk()));
        return bytes == null || bytes.length != chunk.length() ? Step.of(Step.Result.LOST) : Step.chunk(bytes);
    }

    @Override
    public boolean pointsElsewhere(String before) {
        return false;
    }

    @Override
    public long timeMillis() {
        return millis.getAsLong();
    }

    @Override
    public void forget(String uuid, List<ChunkName> chunks) {
        State next = changed();
        chunks.forEach(chunk -> next.removeChunk(name(uuid, chunk.generation(), chunk.chunk())));
    }

    // the log

    @Override
    public Answer<LogHead> create(String uuid, String nonce) {
        throw new UnsupportedOperationException("a shared filter is not made by its log");
    }

    @Override
    public Answer<Position> append(String uuid, String nonce, List<LogData> entries) {
        throw new UnsupportedOperationException("entries come with what they tell of");
    }

    @Override
    public Answer<Synced> sync(SyncRequest request) {
        Answer<Synced> wrong = wrong(request.uuid());
        if (wrong != null) {
            return wrong;
        }
        if (!state.has(request.position())) {
            return done(new Synced(false, List.of(), state.head(Fields.followed(), leaseMillis)));
        }
        State next = changed();
        next.roster.put(request.node(), request.position().seq() + " " + request.beat());
        List<LogEntry> entries = next.after(request.position().seq()).stream()
                .limit(request.most())
                .toList();
        return done(new Synced(true, entries, next.head(Fields.followed(), leaseMillis)));
    }

    @Override
    public Answer<Passed> passed(String uuid, Position entry) {
        Answer<Passed> wrong = wrong(uuid);
        if (wrong != null) {
            return wrong;
        }
        Map<String, String> missing = new HashMap<>();
        if (state.has(entry)) {
            state.roster.forEach((node, report) -> {
                if (Long.parseLong(report.substring(0, report.indexOf(' '))) < entry.seq()) {
                    missing.put(node, report);
                }
            });
        }
        return done(new Passed(state.has(entry), missing));
    }

    @Override
    public Answer<Boolean> retire(String uuid, String node, String reported) {
        Answer<Boolean> wrong = wrong(uuid);
        if (wrong != null) {
            return wrong;
        }
        boolean isSame = reported.equals(state.roster.get(node));
        if (isSame) {
            changed().roster.remove(node);
        }
        return done(isSame);
    }

    @Override
    public Answer<Boolean> leave(String uuid, String node) {
        Answer<Boolean> wrong = wrong(uuid);
        if (wrong != null) {
            return wrong;
        }
        return done(changed().roster.remove(node) != null);
    }

    // what becomes of it

    /** Another server takes over, with the state of so many steps ago, but of none that ended before this time. */
    public void failOver(int steps, long notBefore) {
        for (int i = 0; i < steps && !history.isEmpty() && state.time >= notBefore; i++) {
            state = history.removeFirst();
        }
        identity = "server " + ++identities;
    }

    public void flush() {
        history.addFirst(state);
        state = new State();
        state.time = millis.getAsLong();
    }

    public void trim(int kept) {
        State next = changed();
        List<LogEntry> last = next.after(next.seq - Math.max(1, kept));
        next.log = null;
        for (LogEntry entry : last) {
            next.log = new Entry(entry, next.log);
        }
    }

    /** Evicts a chunk, if there is one. */
    public void evict() {
        State next = changed();
        next.chunks.keySet().stream().sorted().findFirst().ifPresent(next::removeChunk);
    }

    /** The last entry. */
    public @Nullable Position last() {
        return state.uuid.isEmpty() ? null : new Position(state.seq, state.nonce);
    }

    /** The oldest entry that is kept. */
    public Position oldest() {
        return state.after(0).get(0).position();
    }

    public String uuid() {
        return state.uuid;
    }

    public String identity() {
        return identity;
    }

    public String field(String name) {
        return state.field(name);
    }
}
