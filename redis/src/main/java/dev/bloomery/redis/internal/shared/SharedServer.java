package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogServer;
import java.util.List;
import java.util.Map;

/**
 * What the server does with a shared filter, beside what it does with its log. Each method is one atomic step, which compares the uuid first.
 *
 * <p>All throw {@link dev.bloomery.redis.internal.server.LineException} if there is no answer: it may be done then. For any number of threads.
 */
public interface SharedServer {

    /** The log of the filter. */
    LogServer log();

    /** The head with all fields that are named in {@link Fields}. */
    Answer<LogHead> look();

    /**
     * Makes the bits of a filter that has no head yet: all 0.
     *
     * @param uuid that it will have
     */
    void allocate(String uuid, GenerationPlan plan, int chunk);

    /**
     * Makes head and log, unless they are there; the chunks must be.
     *
     * @param replaced the uuid of the filter that is to be replaced; empty: there must be none
     * @param nonce of the first entry
     * @param fields of the head
     * @return {@code STALE} if there is another filter, {@code LOST} if a chunk is missing
     */
    Answer<Step> create(String replaced, String uuid, String nonce, Map<String, String> fields, List<ChunkName> chunks);

    /**
     * Sets the bits of keys in the newest generation. If one of them was 0, writes an entry {@link Entries#ADD} with the keys that are new.
     *
     * @return {@code STALE} if the generation is not the newest any more, or older ones have changed
     */
    Answer<Step> add(AddRequest request);

    /**
     * Whether the bits of keys are set at this server, which has the entry up to which the caller has read.
     *
     * @return {@code STALE} if it does not, or the filter has other generations by now or answers nobody
     */
    Answer<Step> confirm(ConfirmRequest request);

    /** Sets every bit of a chunk that is 1 in a body, and writes an entry {@link Entries#MERGE}. */
    Answer<Step> mergeChunk(String uuid, String nonce, int generation, int chunk, byte[] body);

    /** Changes fields of the head if they are as expected, and writes an entry. */
    Answer<Step> change(ChangeRequest request);

    /** Makes a chunk of a generation that is to become the newest, unless it is there. {@code STALE} if it is the newest already, or was. */
    Answer<Step> prepare(String uuid, int generation, int chunk, int length);

    /**
     * A chunk, with its header. Which server that was a {@link #look} before and one after it show.
     *
     * @return {@code LOST} if it is missing or is none
     */
    Step chunk(String uuid, ChunkName chunk);

    /**
     * Whether the server of this identity still runs as a primary and points elsewhere for this filter: a slot of a cluster that was moved, and nothing is lost. One that still believes to have
     * the filter does not count.
     */
    boolean pointsElsewhere(String identity);

    /** The clock of the server, in milliseconds. */
    long timeMillis();

    /** Removes chunks that nobody needs any more. */
    void forget(String uuid, List<ChunkName> chunks);
}
