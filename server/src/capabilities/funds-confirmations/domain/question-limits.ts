import { Temporal } from 'temporal-polyfill';
import { countedHours, openSeconds, questionLimits, sameAnswerMinutes } from './policy.ts';

/** An amount about which a third party has asked, newest or not. */
export interface AskedAmount {
  readonly amountHash: Buffer;
  readonly at: Temporal.Instant;
  /** Undefined while the core has not answered. */
  readonly hasFunds: boolean | undefined;
}

/** Returns the questions that count: those that were answered, and those that still can be. */
function counted(asked: readonly AskedAmount[], now: Temporal.Instant): readonly AskedAmount[] {
  const openSince = now.subtract({ seconds: openSeconds });
  return asked.filter(({ at, hasFunds }) => hasFunds !== undefined || isAfter(at, openSince));
}

/**
 * Returns the last question about an amount, if its answer still counts. Repeating it tells nothing, not even when money
 * arrives.
 */
export function sameQuestion(
  asked: readonly AskedAmount[],
  amountHash: Buffer,
  now: Temporal.Instant,
): AskedAmount | undefined {
  const since = now.subtract({ minutes: sameAnswerMinutes });
  return counted(asked, now).find((one) => isAfter(one.at, since) && one.amountHash.equals(amountHash));
}

/**
 * Returns in how many seconds another amount may be asked about; undefined if it may be now, or as soon as the questions
 * that are open are answered.
 */
export function secondsUntilNext(known: readonly AskedAmount[], now: Temporal.Instant): number | undefined {
  const { day, hour } = questionLimits;
  const asked = counted(known, now);
  const refused = asked.filter(({ hasFunds }) => hasFunds === false);
  const waits = [
    waitOf(asked, hour.amountsMax, { now, minutes: sameAnswerMinutes }),
    waitOf(asked, day.amountsMax, { now, minutes: countedHours * 60 }),
    waitOf(refused, hour.refusalsMax, { now, minutes: sameAnswerMinutes }),
    waitOf(refused, day.refusalsMax, { now, minutes: countedHours * 60 }),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Returns in how many seconds a window has room again; undefined if it has. */
function waitOf(
  asked: readonly AskedAmount[],
  max: number,
  { minutes, now }: { readonly minutes: number; readonly now: Temporal.Instant },
): number | undefined {
  const since = now.subtract({ minutes });
  const times = asked
    .map(({ at }) => at)
    .filter((at) => isAfter(at, since))
    .toSorted((left, right) => Temporal.Instant.compare(left, right));
  const blocking = times[times.length - max];
  if (blocking === undefined) return undefined;
  return Math.max(1, Math.ceil(blocking.since(since).total('seconds')));
}

function isAfter(at: Temporal.Instant, since: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, since) > 0;
}
