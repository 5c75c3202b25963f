package app;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Opens a store over a database that does not answer: the driver is for the user to bring. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        DataSource down = (DataSource) Proxy.newProxyInstance(
                Main.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    throw new SQLException("down");
                });
        try {
            JdbcKeyStore.over(down, KeyColumn.text("users", "name")).open();
            System.out.print("opened");
        } catch (StoreException expected) {
            System.out.print("ok");
        }
    }
}
