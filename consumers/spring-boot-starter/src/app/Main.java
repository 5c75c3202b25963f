package app;

import dev.bloomery.gate.report.GateState;
import dev.bloomery.spring.GateEvent;

/** Uses the starter without Spring: that, and its version, the application chooses. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        for (String library : new String[] {
            "org.springframework.boot.SpringApplication",
            "org.springframework.context.ApplicationContext",
            "jakarta.persistence.EntityManager",
            "io.lettuce.core.RedisClient"
        }) {
            if (isThere(library)) {
                System.out.print("came along: " + library);
                return;
            }
        }
        GateEvent event = new GateEvent.StateChanged("usernames", GateState.ACTIVE);
        boolean isWhole = isThere("dev.bloomery.jdbc.JdbcKeyStore") && isThere("dev.bloomery.redis.RedisKeyStore");
        System.out.print(event.gate().equals("usernames") && isWhole ? "ok" : "the starter is not whole");
    }

    private static boolean isThere(String name) {
        try {
            return Class.forName(name, false, Main.class.getClassLoader()) != null;
        } catch (ClassNotFoundException expected) {
            return false;
        }
    }
}
