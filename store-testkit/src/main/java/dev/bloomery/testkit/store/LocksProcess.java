package dev.bloomery.testkit.store;

import dev.bloomery.gate.store.StoreLocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A Java process with a session of locks, which does what it is told by lines on its input. Its program opens the locks and calls {@link #serve}.
 */
public final class LocksProcess implements LocksHolder {
    private final LineProcess process;

    private LocksProcess(LineProcess process) {
        this.process = process;
    }

    /**
     * Starts a process, and returns when it has a session.
     *
     * @param program a class whose {@code main} calls {@link #serve}, among the test classes of the module that runs
     * @param arguments for it
     * @return the process
     * @throws IOException if it does not start
     */
    public static LocksProcess start(Class<?> program, String... arguments) throws IOException {
        LocksProcess started = new LocksProcess(LineProcess.start(program, arguments));
        String ready = started.process.hear();
        assert ready.equals("ready");
        return started;
    }

    /**
     * What the program of such a process does after it has made the locks: opens a session and obeys, until its input ends.
     *
     * @param locks the locks
     * @throws IOException if it cannot read
     */
    public static void serve(StoreLocks locks) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                StoreLocks.Session session = locks.open()) {
            System.out.println("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("others")) {
                    System.out.println(session.lockedByOthers());
                } else {
                    System.out.println(session.tryLock(Integer.parseInt(line)));
                }
            }
        }
    }

    private String ask(String line) {
        process.tell(line);
        return process.hear();
    }

    @Override
    public boolean tryLock(int number) {
        return Boolean.parseBoolean(ask(Integer.toString(number)));
    }

    @Override
    public int lockedByOthers() {
        return Integer.parseInt(ask("others"));
    }

    @Override
    public void stop() {
        process.signal("STOP");
    }

    @Override
    public void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        process.kill();
    }
}
