/** Policy values of devices and of offline sign-in: the specification's defaults, by their policy names. */

/** `devices-max`, per user. */
export const devicesMax = 5;
/** `activation-code-validity` */
export const activationCodeMinutes = 5;
/** `activation-failures-max`: redemptions of the right code with a failed proof or attestation. */
export const activationFailuresMax = 5;
/** `activation-wrong-codes`, per source address. */
export const activationWrongCodes = { count: 10, seconds: 600 } as const;
/** `activation-codes-per-10-min`, per user. */
export const activationCodesPer10Minutes = 3;
/** `activation-codes-per-day`, per user. */
export const activationCodesPerDay = 10;
/** `pairing-time`: from the pairing to the first verified code of the device. */
export const pairingMinutes = 5;
/** `retention-device`, after unpairing. */
export const deviceRetentionMonths = 13;
/** `offline-token-lifetime` */
export const offlineTokenSeconds = 60;
/** `offline-per-minute`, per source address. */
export const offlinePerMinute = { count: 10, seconds: 60 } as const;
// GAP: how far the clock of a device may differ from ours is not specified. ADR-0095
/** How old, and how far ahead, the time in a proof of a device may be. */
export const deviceProofMinutes = 5;
/** Activation codes are counted per day, so their rows are kept for longer than that. */
export const activationCodeRetentionDays = 2;
