/** Waits after the attempts of a message that failed; after the last one it is dead. Together about three days. */
export const retryWaitsSeconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** This many failures in a row pause a receiver. */
export const failuresBeforePause = 5;
/** For how long; a bank may choose another time. */
export const pauseSeconds = 60;

/** Messages to one receiver at the same time, in each worker. */
export const messagesPerReceiver = 4;
/** Receivers that a worker sends to at the same time, of each bank. */
export const receiversMax = 64;

/** Limit of a call, from the resolution of the name to the end of the response. */
export const callTimeoutMs = 5_000;
/** Longer than a call: a message whose worker died is sent again after it. */
export const leaseSeconds = 10;

/** How long messages are kept after they were sent, or after the last attempt. */
export const keptDays = 30;

/** How long signatures are made with the former secret as well. */
export const formerSecretDays = 7;
