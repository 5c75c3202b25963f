package dev.bloomery.redis.internal.server;

/** In which slot of a cluster a name is: CRC16 (polynomial 0x1021, begun with 0) of the name, or of its part in braces. */
public final class Slots {
    /** How many there are. */
    public static final int ALL = 16_384;

    private static final int[] TABLE = table();

    private Slots() {}

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1;
            }
            table[i] = crc & 0xFFFF;
        }
        return table;
    }

    public static int of(byte[] name) {
        int from = 0;
        int to = name.length;
        int open = indexOf(name, '{', 0);
        if (open >= 0) {
            int close = indexOf(name, '}', open + 1);
            if (close > open + 1) { // with nothing between them the braces count as letters
                from = open + 1;
                to = close;
            }
        }
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc = (crc << 8 ^ TABLE[(crc >>> 8 ^ name[i]) & 0xFF]) & 0xFFFF;
        }
        return crc & ALL - 1;
    }

    private static int indexOf(byte[] name, char wanted, int from) {
        for (int i = from; i < name.length; i++) {
            if (name[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
