import { Temporal } from 'temporal-polyfill';
import {
  otpPerDay,
  otpPerHour,
  otpResendWaitSeconds,
  otpUnregisteredPerHour,
  otpWithUsedPerDay,
  otpWithUsedPerHour,
} from './policy.ts';

/** The limit that refuses a message to a recipient. */
export type RecipientLimit = 'pace' | 'hour' | 'day';

/** Whether a message may go to a recipient, or in how many seconds it may. */
export type RecipientVerdict =
  | { readonly kind: 'granted'; readonly sends: readonly Temporal.Instant[] }
  | { readonly kind: 'refused'; readonly limit: RecipientLimit; readonly retryAfterSeconds: number };

/** History of one recipient: when messages were sent, in any order, and whether the recipient is a known user. */
export interface RecipientHistory {
  readonly sends: readonly Temporal.Instant[];
  /** When the messages whose code was used were sent; those of other recipients are ignored. */
  readonly used: readonly Temporal.Instant[];
  readonly isRegistered: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Evaluates the history of a recipient. When granted, the new history contains this send and nothing older than a day.
 */
export function evaluateRecipient(history: RecipientHistory, now: Temporal.Instant): RecipientVerdict {
  const nowMs = now.epochMilliseconds;
  const times = timesOf(history);
  const limit = limitAt(times, nowMs);
  if (limit !== undefined) {
    const freeMs = firstFree(times, nowMs);
    return { kind: 'refused', limit, retryAfterSeconds: Math.ceil((freeMs - nowMs) / 1_000) };
  }
  const recent = [...times.all.filter((time) => nowMs - time < dayMs), nowMs].toSorted((a, b) => a - b);
  return { kind: 'granted', sends: recent.map((time) => Temporal.Instant.fromEpochMilliseconds(time)) };
}

interface Times {
  readonly all: readonly number[];
  readonly unused: readonly number[];
  /** Sends that delay the next one: those after the last used one. */
  readonly paced: readonly number[];
  readonly isRegistered: boolean;
}

function timesOf({ isRegistered, sends, used }: RecipientHistory): Times {
  const all = sends.map(({ epochMilliseconds }) => epochMilliseconds);
  const usedTimes = used.map(({ epochMilliseconds }) => epochMilliseconds);
  const lastUsed = Math.max(...usedTimes.filter((time) => all.includes(time)));
  const unused = without(all, usedTimes);
  return { all, unused, paced: unused.filter((time) => time >= lastUsed), isRegistered };
}

/** Removes each used send once: of two in the same millisecond the other stays. */
function without(all: readonly number[], used: readonly number[]): readonly number[] {
  const left = [...used];
  return all.filter((time) => {
    const at = left.indexOf(time);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Returns the first time from now on at which no limit applies. A limit ends only when a wait is over or a send leaves
 * the hour or the day, and the passing of time never starts one: so one of these times is the first.
 */
function firstFree(times: Times, nowMs: number): number {
  const last = Math.max(...times.paced);
  const ends = [
    ...otpResendWaitSeconds.map((seconds) => last + seconds * 1_000),
    ...times.all.flatMap((time) => [time + hourMs, time + dayMs]),
  ];
  return Math.min(...ends.filter((end) => end > nowMs && limitAt(times, end) === undefined));
}

/** Returns the limit that applies at a time; of several the one that lasts longest. */
function limitAt({ all, isRegistered, paced, unused }: Times, atMs: number): RecipientLimit | undefined {
  // A send in the future comes from the clock of another machine; it counts as sent now.
  const within = (times: readonly number[], ms: number): number =>
    times.filter((time) => atMs - time < ms).length;
  const { day, hour } = isRegistered ? registeredLimits : unregisteredLimits;
  if (within(unused, dayMs) >= day.unused || within(all, dayMs) >= day.all) return 'day';
  if (within(unused, hourMs) >= hour.unused || within(all, hourMs) >= hour.all) return 'hour';
  const wait = otpResendWaitSeconds[Math.min(within(paced, hourMs), otpResendWaitSeconds.length) - 1];
  return wait === undefined || atMs - Math.max(...paced) >= wait * 1_000 ? undefined : 'pace';
}

const registeredLimits = {
  hour: { unused: otpPerHour, all: otpWithUsedPerHour },
  day: { unused: otpPerDay, all: otpWithUsedPerDay },
} as const;

/** An unknown recipient may be an attacker who uses the codes to earn money: used codes count in full. */
const unregisteredLimits = {
  hour: { unused: otpUnregisteredPerHour, all: otpUnregisteredPerHour },
  day: { unused: otpPerDay, all: otpPerDay },
} as const;
