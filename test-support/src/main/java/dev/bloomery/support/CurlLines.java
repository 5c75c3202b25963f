package dev.bloomery.support;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The lines {@code $ curl ...} of a page, with what the page says that they print. They can be run against an application on another port,
 * without a shell: of curl there are {@code -s}, {@code -X}, {@code -H} and {@code -d}, and behind it {@code | grep word}.
 *
 * <p>Numbers differ from run to run, and long lines are broken on the page. So answers are compared without white space, and with all
 * numbers alike.
 */
public final class CurlLines {
    private static final Pattern BLOCK = Pattern.compile("^```\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private CurlLines() {}

    /**
     * A command.
     *
     * @param text as it is on the page, in one line
     * @param printed what the page says that it prints
     */
    public record Command(String text, String printed) {

        /** Runs it, on this port of this machine. */
        public String run(int port) throws IOException {
            List<String> words = WORD.matcher(text)
                    .results()
                    .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                    .collect(Collectors.toCollection(ArrayList::new));
            String wanted = "";
            int pipe = words.indexOf("|");
            if (pipe >= 0) {
                requireWord("grep", words.get(pipe + 1));
                wanted = words.get(pipe + 2);
                words.subList(pipe, words.size()).clear();
            }
            requireWord("curl", words.get(0));
            String answer = send(words.subList(1, words.size()), port);
            String part = wanted;
            return part.isEmpty()
                    ? answer
                    : answer.lines().filter(line -> line.contains(part)).collect(Collectors.joining("\n"));
        }

        private static String send(List<String> words, int port) throws IOException {
            String address = words.stream()
                    .filter(word -> word.startsWith("localhost:"))
                    .findAny()
                    .orElseThrow();
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(address.replaceFirst("^localhost:[0-9]+", "http://127.0.0.1:" + port))
                            .toURL()
                            .openConnection();
            byte[] body = {};
            for (int i = 0; i < words.size(); i++) {
                switch (words.get(i)) {
                    case "-s" -> {}
                    case "-X" -> connection.setRequestMethod(words.get(++i));
                    case "-d" -> body = words.get(++i).getBytes(StandardCharsets.UTF_8);
                    case "-H" -> {
                        String[] header = words.get(++i).split(": ", 2);
                        connection.setRequestProperty(header[0], header[1]);
                    }
                    default -> requireWord(address, words.get(i));
                }
            }
            if (body.length > 0) {
                connection.setDoOutput(true); // makes a GET a POST
                connection.getOutputStream().write(body);
            }
            try (InputStream answer =
                    connection.getResponseCode() >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
                return answer == null ? "" : new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        private static void requireWord(String expected, String found) {
            if (!found.equals(expected)) {
                throw new IllegalArgumentException("'" + found + "' is where '" + expected + "' is expected");
            }
        }
    }

    /** Those of the section of a page under this heading of the second level. */
    public static List<Command> of(Path page, String heading) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf("\n## " + heading + "\n");
        if (begin < 0) {
            throw new IllegalArgumentException(page + " has no heading '## " + heading + "'");
        }
        int end = text.indexOf("\n## ", begin + 1);
        return BLOCK.matcher(end < 0 ? text.substring(begin) : text.substring(begin, end))
                .results()
                .map((MatchResult block) -> block.group(1))
                .filter(block -> block.startsWith("$ curl "))
                .flatMap(block -> Pattern.compile("^\\$ ", Pattern.MULTILINE)
                        .splitAsStream(block)
                        .filter(one -> !one.isEmpty()))
                .map(CurlLines::command)
                .toList();
    }

    private static Command command(String block) {
        String joined = block.replace("\\\n", " ");
        int end = joined.indexOf('\n');
        return new Command(joined.substring(0, end).strip(), joined.substring(end + 1));
    }

    /** What two answers have in common if they differ in numbers and line breaks only. */
    public static String comparable(String answer) {
        return answer.replaceAll("\\s", "").replaceAll("[0-9]+([.][0-9]+)?(E-?[0-9]+)?", "0");
    }
}
