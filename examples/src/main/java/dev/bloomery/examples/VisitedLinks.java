package dev.bloomery.examples;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * A filter in a {@link Serializable} object, a web session say. Filters are not serializable themselves: their snapshot is, as an array of bytes in a
 * serialization proxy. So what is read is verified, or refused, by the one reader of files, and the object is made by its constructor.
 *
 * <p>The snapshot has the secret seed: do not send it to those who must not know which links were visited.
 */
public final class VisitedLinks implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient BloomFilter<String> links;

    /** Nothing visited yet. */
    public VisitedLinks() {
        this(Filters.bloom(KeyEncoder.utf8()).capacity(1_000).targetFpp(0.01).build());
    }

    private VisitedLinks(BloomFilter<String> links) {
        this.links = links;
    }

    void visit(String link) {
        links.add(link);
    }

    boolean mayHaveVisited(String link) {
        return links.mightContain(link);
    }

    private Object writeReplace() {
        return new Stored(links);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("visited links are read by their proxy");
    }

    /** What is written in the place of the object. */
    private static final class Stored implements Serializable {
        private static final long serialVersionUID = 1;

        /** Much more than a filter of a thousand keys takes, and little enough to be read from anybody. */
        private static final long MOST_BYTES = 1 << 16;

        private final byte[] snapshot;

        Stored(BloomFilter<String> links) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                links.snapshotTo(out);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible); // an array takes everything
            }
            snapshot = out.toByteArray();
        }

        private Object readResolve() throws InvalidObjectException {
            try {
                return new VisitedLinks(Filters.load(KeyEncoder.utf8())
                        .atMost(MOST_BYTES)
                        .from(snapshot)
                        .bloom());
            } catch (IOException refused) {
                InvalidObjectException invalid = new InvalidObjectException(refused.getMessage());
                invalid.initCause(refused);
                throw invalid;
            }
        }
    }

    /**
     * Serializes visited links, reads them back, and shows what is refused.
     *
     * @param args none
     * @throws IOException if that fails
     * @throws ClassNotFoundException never
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        VisitedLinks visited = new VisitedLinks();
        visited.visit("https://example.com/news");
        byte[] bytes = serialized(visited);
        VisitedLinks read = deserialized(bytes);
        System.out.println(bytes.length + " bytes; visited: " + read.mayHaveVisited("https://example.com/news") + ", "
                + read.mayHaveVisited("https://example.com/other"));
        bytes[bytes.length - 100] ^= 1;
        try {
            deserialized(bytes);
        } catch (InvalidObjectException refused) {
            System.out.println("one bit changed: " + refused.getMessage());
        }
    }

    static byte[] serialized(VisitedLinks visited) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(visited);
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("BanSerializableRead") // that is what the example is about
    static VisitedLinks deserialized(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (VisitedLinks) in.readObject();
        }
    }
}
