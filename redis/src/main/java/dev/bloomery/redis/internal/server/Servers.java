package dev.bloomery.redis.internal.server;

import java.time.Duration;
import java.util.List;

/**
 * The servers behind a client: one, alone or with replicas that nobody reads, or the nodes of a cluster. An adapter
 * for a client implements this; what it hands out takes the settings of the client, as address, user, encryption and
 * timeouts.
 *
 * <p>A {@link LineException} of these methods says that nothing was sent. For any number of threads.
 */
public interface Servers extends AutoCloseable {

    /** Whether they are the nodes of a cluster. */
    boolean isCluster();

    /** Which server has the name, as far as is known; equal for names that can be asked for together. */
    Object ownerOf(byte[] name);

    /** A connection to the server that has the name. */
    Line lineTo(byte[] name);

    /** A connection to the node of a cluster that another one pointed to. */
    Line lineAt(Address address);

    /** Looks anew which node of a cluster has what. */
    void learn();

    /** A connection to every server that may hold keys; nodes of a cluster that cannot be reached are left out. */
    List<Line> linesToAll();

    /**
     * A connection to the server that has the name, beside those that others use.
     *
     * @param silence for how long a server may be silent on it
     */
    Line lineBeside(byte[] name, Duration silence);

    /** Closes what was opened here, and not the client. */
    @Override
    void close();
}
