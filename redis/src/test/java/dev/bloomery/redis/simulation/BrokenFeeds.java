package dev.bloomery.redis.simulation;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Moment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Feeds that leave one rule out. */
final class BrokenFeeds {
    private BrokenFeeds() {}

    static Map<String, Variant> all() {
        Map<String, Variant> all = new LinkedHashMap<>();
        all.put("a reading counts from the arrival of its answer", new Variant() {
            @Override
            Moment sent(SimClocks clocks, long now, long arrival) {
                return clocks.at(arrival);
            }
        });
        all.put("one clock is believed", new Variant() {
            @Override
            Clocks clocks(Clocks clocks) {
                return () -> new Moment(
                        clocks.now().nanos(), clocks.now().nanos() / 1_000_000); // which stands still in sleep
            }
        });
        all.put("followers trust for longer than a lease", new Variant() {
            @Override
            Lease leaseOfFollower(Lease lease) {
                return new Lease(lease.millis(), lease.trustNanos() * 4 / 3, lease.waitNanos());
            }
        });
        all.put("writers wait for less than a lease", new Variant() {
            @Override
            Lease leaseOfWriter(Lease lease) {
                return new Lease(lease.millis(), lease.trustNanos(), lease.waitNanos() * 3 / 4);
            }
        });
        all.put("a writer waits from before the sending", new Variant() {
            @Override
            Moment appended(SimClocks clocks, long sent, long now) {
                return clocks.at(sent);
            }
        });
        all.put("a new server's roster counts at once", new Variant() {
            @Override
            long belief(Lease lease) {
                return 0;
            }
        });
        all.put("the roster has a key of its own, which is evicted", new Variant() {
            @Override
            boolean losesRoster() {
                return true;
            }
        });
        reading(all, "a missing head is an empty log", WrongReading::missingHeadIsEmpty);
        reading(all, "uuid left out", WrongReading::uuidLeftOut);
        reading(all, "a position is reported before it is applied", WrongReading::reportsBeforeApplying);
        reading(all, "part of the news is all of it", WrongReading::incompleteIsComplete);
        reading(all, "reports without beat", WrongReading::beatLeftOut);
        reading(all, "followers are not in the roster at first", WrongReading::registersLate);
        reading(all, "followers do not compare servers", WrongReading::identityNotCompared);
        writing(all, "no look after the lease", WrongWriting::noLookAfterLease);
        writing(all, "a node of the roster is ignored", WrongWriting::nodeIgnored);
        writing(all, "writers do not compare servers", WrongWriting::identityNotCompared);
        writing(all, "nodes are retired at once", WrongWriting::retiresAtOnce);
        all.put("followers leave the nonces out", new Silent() {
            @Override
            LogServer forFollower(LogServer server) {
                return WrongReading.nonceLeftOut(server);
            }
        });
        all.put("writers leave the nonces out", new Silent() {
            @Override
            LogServer forWriter(LogServer server) {
                return WrongWriting.nonceLeftOut(server);
            }
        });
        all.put("a gap is told once, when it is noticed", new Variant() {
            @Override
            KeyFeed.Receiver<Long> receiver(KeyFeed.Receiver<Long> gate) {
                return new Once(gate);
            }
        });
        all.put("scans do not hand over what was announced just now", new Variant() {
            @Override
            boolean scansHandRecentKeys() {
                return false;
            }
        });
        all.put("scans do not wait after a beginning", new Variant() {
            @Override
            boolean scansWait() {
                return false;
            }
        });
        all.put("writers insert later than they may", new Variant() {
            @Override
            boolean writersObeyLongestWrite() {
                return false;
            }
        });
        return all;
    }

    private static void reading(Map<String, Variant> all, String name, UnaryOperator<LogServer> wrong) {
        all.put(name, new Variant() {
            @Override
            LogServer forFollower(LogServer server) {
                return wrong.apply(server);
            }
        });
    }

    private static void writing(Map<String, Variant> all, String name, UnaryOperator<LogServer> wrong) {
        all.put(name, new Variant() {
            @Override
            LogServer forWriter(LogServer server) {
                return wrong.apply(server);
            }
        });
    }

    /** The server goes back without showing it, where that is allowed: then nothing but the nonces helps. */
    static class Silent extends Variant {
        @Override
        boolean goesBackSilently() {
            return true;
        }
    }

    /** Hands on the first of two gaps. */
    private static final class Once implements KeyFeed.Receiver<Long> {
        private final KeyFeed.Receiver<Long> gate;
        private boolean told;

        Once(KeyFeed.Receiver<Long> gate) {
            this.gate = gate;
        }

        @Override
        public void adding(Long key) {
            gate.adding(key);
        }

        @Override
        public void gap() {
            if (!told) {
                gate.gap();
            }
            told = !told;
        }
    }
}
