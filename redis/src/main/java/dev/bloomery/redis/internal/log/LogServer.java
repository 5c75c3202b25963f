package dev.bloomery.redis.internal.log;

import java.util.List;

/**
 * What the server does with a log. Each method is one atomic step, and says by which server it was done. None
 * makes anything that is missing, except {@link #create}.
 *
 * <p>All throw {@link dev.bloomery.redis.internal.server.LineException} if there is no answer: it may be done
 * then. For any number of threads.
 */
public interface LogServer {

    /** The head of the log, whichever it is; {@code OTHER} if it is of another kind or format. */
    Answer<LogHead> look();

    /**
     * Makes the log, unless it is there.
     *
     * @param uuid a new one
     * @param nonce of the first entry, a new one
     * @return the head of the log that is there now: this one, or one that was there
     */
    Answer<LogHead> create(String uuid, String nonce);

    /**
     * Appends entries, all or none.
     *
     * @param nonce a new one, which no entry has
     * @return the position of the last one
     */
    Answer<Position> append(String uuid, String nonce, List<LogData> entries);

    /**
     * Reads what comes after a position. In the same step the position, and that the node has asked, goes
     * into the roster, if the log continues there: from then on writers wait for the node.
     */
    Answer<Synced> sync(SyncRequest request);

    /** How far an entry has come. */
    Answer<Passed> passed(String uuid, Position entry);

    /**
     * Takes a node that is silent off the roster, if what it has reported last is still this.
     *
     * @return whether it was
     */
    Answer<Boolean> retire(String uuid, String node, String reported);

    /** Takes a node off the roster that does not trust what it has read any more. */
    Answer<Boolean> leave(String uuid, String node);
}
