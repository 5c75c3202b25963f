package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A second JVM that locks and replaces files. It answers in one line, and then ends when it is closed. */
final class OtherProcess implements AutoCloseable {

    /** What it does. */
    enum Task {
        /** Answers whether it got the lock, and keeps it. */
        LOCK,
        /** Replaces the file by the text "other". */
        REPLACE,
        /** Begins to replace the file, and waits in the middle. */
        BEGIN_TO_REPLACE
    }

    private final ChildJvm child;
    private final String answer;

    OtherProcess(Task task, Path file) throws IOException {
        child = new ChildJvm(OtherProcess.class, task, file);
        answer = child.answer();
    }

    String answer() {
        return answer;
    }

    /** Kills it. */
    @Override
    public void close() {
        child.close();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Path.of(args[1]);
        Disk disk = Disk.real();
        switch (Task.valueOf(args[0])) {
            case LOCK -> {
                try (DiskFile opened = disk.openToWrite(file)) {
                    answerAndWait(opened.tryLock() ? "locked" : "refused");
                }
            }
            case REPLACE -> {
                AtomicFile.replace(disk, file, out -> out.write("other".getBytes(StandardCharsets.UTF_8)));
                answerAndWait("replaced");
            }
            case BEGIN_TO_REPLACE ->
                AtomicFile.replace(disk, file, out -> {
                    out.write(new byte[100_000]);
                    try {
                        answerAndWait("begun");
                    } catch (InterruptedException impossible) {
                        throw new AssertionError(impossible);
                    }
                });
        }
    }

    private static void answerAndWait(String answer) throws InterruptedException {
        System.out.println(answer);
        Thread.sleep(Long.MAX_VALUE);
    }
}
