package dev.bloomery.gate.internal.protocol;

/** What came of a step of an operation. */
public enum StepResult {
    /** Something was done; the next thing is to be done. */
    MORE,
    /** Something was done, in pieces; the next piece is to be done. */
    AGAIN,
    /** It must wait for others; the same thing is to be tried again. */
    WAIT,
    DONE
}
