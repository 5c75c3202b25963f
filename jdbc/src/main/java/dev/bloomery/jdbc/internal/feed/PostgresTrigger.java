package dev.bloomery.jdbc.internal.feed;

/** The text of a trigger that announces what others write who know nothing of feeds. */
public final class PostgresTrigger {
    private PostgresTrigger() {}

    public static String create(PostgresChannel channel, String column) {
        String key = PostgresChannel.quoted(column);
        String body = """

                BEGIN
                  IF NEW.%1$s IS NULL THEN
                    RETURN NULL;
                  END IF;
                  IF TG_OP = 'UPDATE' THEN
                    IF OLD.%1$s IS NOT DISTINCT FROM NEW.%1$s THEN
                      RETURN NULL;
                    END IF;
                  END IF;
                  IF pg_catalog.octet_length('K:' || NEW.%1$s::text) > %2$d THEN
                    PERFORM pg_catalog.pg_notify('%3$s', 'G:');
                  ELSE
                    PERFORM pg_catalog.pg_notify('%3$s', 'K:' || NEW.%1$s::text);
                  END IF;
                  RETURN NULL;
                END
                """.formatted(key, PostgresMessage.LONGEST, channel.name());
        String quote = dollarQuote(body);
        return """
                CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS %2$s%3$s%2$s;
                CREATE OR REPLACE TRIGGER %4$s AFTER INSERT OR UPDATE ON %5$s FOR EACH ROW EXECUTE FUNCTION %1$s();
                """.formatted(function(channel), quote, body, channel.name(), channel.table());
    }

    public static String drop(PostgresChannel channel) {
        return """
                DROP TRIGGER IF EXISTS %1$s ON %2$s;
                DROP FUNCTION IF EXISTS %3$s();
                """.formatted(channel.name(), channel.table(), function(channel));
    }

    /** In the schema of the table. */
    private static String function(PostgresChannel channel) {
        return channel.schema() + "." + channel.name();
    }

    /** A quote that the body does not have: a column may have any name. */
    private static String dollarQuote(String body) {
        String tag = "$feed$";
        for (int i = 1; body.contains(tag); i++) {
            tag = "$feed" + i + "$";
        }
        return tag;
    }
}
