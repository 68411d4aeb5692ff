import { Temporal } from 'temporal-polyfill';
import { otpPerDay, otpPerHour, otpResendWaitSeconds, otpUnregisteredPerHour } from './policy.ts';

/** Another message may go to a recipient, or in how many seconds it may. */
export type RecipientVerdict =
  | { readonly kind: 'granted'; readonly sends: readonly Temporal.Instant[] }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number };

/** What is known of one recipient: when something was sent, in any order, and whether it is somebody we know. */
export interface RecipientHistory {
  readonly sends: readonly Temporal.Instant[];
  readonly isRegistered: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Decides by the history of a recipient; granted, the history holds this send and nothing older than a day. */
export function judgeRecipient(history: RecipientHistory, now: Temporal.Instant): RecipientVerdict {
  const nowMs = now.epochMilliseconds;
  const times = history.sends.map(({ epochMilliseconds }) => epochMilliseconds);
  const perHour = history.isRegistered ? otpPerHour : otpUnregisteredPerHour;
  const freeMs = firstFree({ times, perHour }, nowMs);
  if (freeMs > nowMs) return { kind: 'refused', retryAfterSeconds: Math.ceil((freeMs - nowMs) / 1_000) };
  const kept = [...times.filter((time) => nowMs - time < dayMs), nowMs].toSorted((a, b) => a - b);
  return { kind: 'granted', sends: kept.map((time) => Temporal.Instant.fromEpochMilliseconds(time)) };
}

interface Times {
  readonly times: readonly number[];
  readonly perHour: number;
}

/**
 * The first moment from now on at which nothing is in the way. Rules end only where a wait is over or a send leaves the
 * hour or the day, and time alone never brings one back: so one of these moments is the first.
 */
function firstFree(history: Times, nowMs: number): number {
  const { times } = history;
  const last = Math.max(...times);
  const ends = [
    nowMs,
    ...otpResendWaitSeconds.map((seconds) => last + seconds * 1_000),
    ...times.flatMap((time) => [time + hourMs, time + dayMs]),
  ];
  return Math.min(...ends.filter((end) => end >= nowMs && isFree(history, end)));
}

function isFree({ perHour, times }: Times, atMs: number): boolean {
  // A send that lies ahead comes from another machine's clock; it counts like one of this moment.
  const inHour = times.filter((time) => atMs - time < hourMs).length;
  const inDay = times.filter((time) => atMs - time < dayMs).length;
  if (inHour >= perHour || inDay >= otpPerDay) return false;
  const wait = otpResendWaitSeconds[Math.min(inHour, otpResendWaitSeconds.length) - 1];
  return wait === undefined || atMs - Math.max(...times) >= wait * 1_000;
}
