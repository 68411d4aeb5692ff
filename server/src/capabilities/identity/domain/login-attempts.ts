import type { Temporal } from 'temporal-polyfill';
import { loginFailuresMax, loginHardStop, loginWarnAt } from './policy.ts';

/** Each third party is a class: its attempts lock no browser, and no other third party. */
export type ThirdPartyClass = `third-party ${string}`;

/**
 * Whether an attempt comes from a browser that has signed this user in before. Attempts from other browsers cannot lock
 * a paired one. Attempts at temporary passwords are counted with those passwords.
 */
export type DeviceClass = 'paired' | 'other' | 'temporary' | ThirdPartyClass;

/** The reason of a lock that concerns passwords through one third party only. */
export const thirdPartyReason = 'third-party';

const thirdPartyPrefix = 'third-party ';

/** Returns the class in which the attempts through one third party are counted. */
export function thirdPartyClass(tppId: string): ThirdPartyClass {
  return `${thirdPartyPrefix}${tppId}`;
}

export function isThirdPartyClass(deviceClass: DeviceClass): deviceClass is ThirdPartyClass {
  return deviceClass.startsWith(thirdPartyPrefix);
}

/** Failed attempts for one user and one device class, including the attempt being checked. */
export interface LoginAttempts {
  readonly failures: number;
  readonly failuresInRow: number;
  readonly locks: number;
  readonly lockedUntil: Temporal.Instant | undefined;
}

/** The result if the attempt fails. */
export type AttemptOutcome =
  | { readonly kind: 'counted'; readonly attemptsLeft: number }
  | { readonly kind: 'locked'; readonly until: Temporal.Instant; readonly isLastWarning: boolean };

export function outcomeOf({ failures, failuresInRow, lockedUntil }: LoginAttempts): AttemptOutcome {
  if (failures >= loginFailuresMax && lockedUntil !== undefined) {
    const isLastWarning = failuresInRow >= loginWarnAt && failuresInRow < loginHardStop;
    return { kind: 'locked', until: lockedUntil, isLastWarning };
  }
  return { kind: 'counted', attemptsLeft: loginFailuresMax - failures };
}

/**
 * Returns whether this failure is the one that closes password sign-in for its device class. NIST SP 800-63B, RTS art.
 * 4(4)
 */
export function isClosing({ failuresInRow }: LoginAttempts): boolean {
  return failuresInRow === loginHardStop;
}

/**
 * Returns whether password sign-in was closed before this attempt: no password is accepted any more. Attempts are
 * counted and locked as before, so that responses do not reveal it.
 */
export function wasClosed({ failuresInRow }: LoginAttempts): boolean {
  return failuresInRow > loginHardStop;
}
