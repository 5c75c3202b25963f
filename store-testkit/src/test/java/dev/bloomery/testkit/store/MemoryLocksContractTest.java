package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.testkit.store.MemoryLocks.Fault;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The contract over locks in memory, and that it finds what is wrong with broken ones. */
class MemoryLocksContractTest extends StoreLocksContract {
    private Fault fault = Fault.NONE;
    private final MemoryLocks.Shared shared = new MemoryLocks.Shared();
    private final MemoryLocks.Shared other = new MemoryLocks.Shared();

    private static MemoryLocksContractTest over(Fault fault) {
        MemoryLocksContractTest contract = new MemoryLocksContractTest();
        contract.fault = fault;
        return contract;
    }

    @Override
    protected StoreLocks locks() {
        return new MemoryLocks(shared, fault);
    }

    @Override
    protected StoreLocks locksOfOtherKeys() {
        return new MemoryLocks(other, fault);
    }

    @Override
    protected LocksHolder otherProcess() {
        return new MemoryLocks(shared, fault).otherProcess();
    }

    @Override
    protected void breakSessions() {
        shared.breakSessions();
    }

    @Override
    protected int leftBehind() {
        return shared.leftBehind();
    }

    @Override
    protected Duration longStop() {
        return Duration.ofMillis(50);
    }

    private static void assertFound(ThrowingCallable part) {
        assertThatThrownBy(part).isInstanceOf(AssertionError.class);
    }

    @Test
    void contract_locksAreShared_isBroken() {
        assertFound(() -> over(Fault.SHARES_LOCKS).tryLock_lockOfOtherSession_isFalseUntilUnlocked());
        assertFound(() -> over(Fault.SHARES_LOCKS).tryLock_sessionsOfOneObject_excludeEachOther());
    }

    @Test
    void contract_ownLocksAreShown_isBroken() {
        assertFound(() -> over(Fault.SHOWS_OWN_LOCKS).lockedByOthers_locksOfTwoSessions_areThoseOfTheOther());
    }

    @Test
    void contract_locksAreKeptAtClose_isBroken() {
        assertFound(() -> over(Fault.KEEPS_LOCKS).close_sessionWithLocks_givesThemBack());
        assertFound(() -> over(Fault.KEEPS_LOCKS).open_manySessionsOneAfterTheOther_leaveNothing());
    }

    @Test
    void contract_lossIsHidden_isBroken() {
        assertFound(() -> over(Fault.HIDES_LOSS).methods_lostSession_throwSoon());
    }

    @Test
    void contract_epochIsRaisedInTwoSteps_isBroken() {
        assertFound(() -> over(Fault.RAISES_IN_TWO_STEPS).raiseEpoch_manySessionsAtOnce_eachSeesTheOneBefore());
    }

    @Test
    void contract_anyEpochIsEnded_isBroken() {
        assertFound(() -> over(Fault.ENDS_ANY_EPOCH).endEpoch_raisedSinceOrOfOther_changesNothing());
    }

    @Test
    void contract_stoppedProcessLosesLocks_isBroken() {
        assertFound(() -> over(Fault.FORGETS_STOPPED).tryLock_lockOfStoppedProcess_isNotFree());
    }
}
