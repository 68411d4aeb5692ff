import type { Temporal } from 'temporal-polyfill';
import type { Destination } from './destination.ts';
import {
  blockCredit,
  blockProvenFrom,
  countryCredit,
  countryProvenFrom,
  otpPrefixPerHour,
  registeredPerClientHour,
  unprovenPerBankHour,
  unregisteredEmailPerClientHour,
  unregisteredPerBankHour,
  unregisteredPerClientHour,
} from './policy.ts';
import { type CreditRule, creditOf, creditReturnsAt, type HourTally } from './send-credit.ts';

export type TallyScope = 'bank' | 'client' | 'country' | 'prefix';

/** What sends are counted by. */
export interface TallyKey {
  readonly scope: TallyScope;
  readonly key: string;
}

/** One count that a send must fit into. Without a limit it is kept for others to judge by. */
export interface Budget extends TallyKey {
  readonly perHour?: number;
  readonly credit?: CreditRule;
}

/** A send, as far as budgets know it. */
export interface BudgetedSend {
  readonly channel: 'sms' | 'email';
  readonly clientId: string;
  readonly isRegistered: boolean;
  /** Absent for e-mail, and where nothing is sent in truth. */
  readonly place: Destination | undefined;
}

/** What was sent so far, without the send that is judged, by `tallyName`. */
export type Tallies = ReadonlyMap<string, readonly HourTally[]>;

export function tallyName({ key, scope }: { readonly scope: string; readonly key: string }): string {
  return `${scope} ${key}`;
}

export type BudgetVerdict =
  /** With the budgets of which this send takes the last. */
  | { readonly kind: 'granted'; readonly usedUp: readonly Budget[] }
  | { readonly kind: 'refused'; readonly budget: Budget; readonly retryAfterSeconds: number };

/**
 * Budgets of a send, in the one order in which everybody takes them.
 *
 * Whom we know has a number that was verified and is bounded by the limits per recipient; such sends share no count with
 * those to strangers, so no attack on strangers' numbers can use up what they need. Of strangers, those in blocks
 * that have proven themselves do not share with the unproven ones what an attack over many places takes first.
 */
export function budgetsOf(send: BudgetedSend, tallies: Tallies, hour: Temporal.Instant): readonly Budget[] {
  const { channel, clientId, isRegistered, place } = send;
  const whom = isRegistered ? 'registered' : 'unregistered';
  const client = {
    scope: 'client',
    key: `${channel}-${whom} ${clientId}`,
    perHour: clientPerHour(send),
  } as const;
  if (isRegistered || place === undefined) return [client];
  const standing = standingOf(place, tallies, hour);
  const unproven: Budget = { scope: 'bank', key: 'unproven', perHour: unprovenPerBankHour };
  const country: TallyKey = { scope: 'country', key: place.country };
  return [
    ...(standing === 'unproven' ? [unproven] : []),
    { scope: 'bank', key: 'unregistered', perHour: unregisteredPerBankHour },
    { scope: 'client', key: `${place.prefix} ${clientId}`, perHour: otpPrefixPerHour },
    client,
    standing === 'proven-block' ? country : { ...country, credit: countryCredit },
    { scope: 'prefix', key: place.prefix, credit: blockCredit },
  ];
}

/** Everything that may be asked about a send: of a place without any history nothing is left out. */
export function countedBy(send: BudgetedSend, hour: Temporal.Instant): readonly TallyKey[] {
  return budgetsOf(send, new Map(), hour);
}

/**
 * Where the use of a code is counted. A stranger's goes to whatever its sending was counted by. That of somebody we know
 * was counted nowhere, so that codes they ask for and do not use cannot close their neighbours' block; used, it counts
 * as sent as well and speaks for the block. The country learns nothing from it: it would hide an attack on its
 * other blocks behind the many who sign in.
 */
export function usedKeys(send: Omit<BudgetedSend, 'channel'>): readonly TallyKey[] {
  const { clientId, isRegistered, place } = send;
  if (place === undefined) return [];
  const block: TallyKey = { scope: 'prefix', key: place.prefix };
  if (isRegistered) return [block];
  return [
    { scope: 'bank', key: 'unregistered' },
    { scope: 'client', key: `${place.prefix} ${clientId}` },
    { scope: 'client', key: `sms-unregistered ${clientId}` },
    { scope: 'country', key: place.country },
    block,
  ];
}

function clientPerHour({ channel, isRegistered }: BudgetedSend): number {
  if (isRegistered) return registeredPerClientHour;
  return channel === 'sms' ? unregisteredPerClientHour : unregisteredEmailPerClientHour;
}

function standingOf(
  place: Destination,
  tallies: Tallies,
  hour: Temporal.Instant,
): 'proven-block' | 'proven-country' | 'unproven' {
  const block = creditOf(hoursOf(tallies, { scope: 'prefix', key: place.prefix }), blockCredit, hour);
  if (block.earned >= blockProvenFrom) return 'proven-block';
  const country = creditOf(hoursOf(tallies, { scope: 'country', key: place.country }), countryCredit, hour);
  return country.left >= countryCredit.start + countryProvenFrom ? 'proven-country' : 'unproven';
}

/** Whether a send fits into all of its budgets. Refused, it may come again when the last of them is free again. */
export function evaluateLimits(
  budgets: readonly Budget[],
  tallies: Tallies,
  now: Temporal.Instant,
): BudgetVerdict {
  const hour = hourOf(now);
  const judged = budgets.map((budget) => ({ budget, ...judge(budget, hoursOf(tallies, budget), hour) }));
  const [worst] = judged
    .filter(({ left }) => left < 1)
    .toSorted((one, other) => other.freeAt.epochMilliseconds - one.freeAt.epochMilliseconds);
  if (worst === undefined) {
    const last = judged.filter(({ left }) => left === 1);
    return { kind: 'granted', usedUp: last.map(({ budget }) => budget) };
  }
  const seconds = (worst.freeAt.epochMilliseconds - now.epochMilliseconds) / 1_000;
  return { kind: 'refused', budget: worst.budget, retryAfterSeconds: Math.ceil(seconds) };
}

interface LimitState {
  readonly left: number;
  readonly freeAt: Temporal.Instant;
}

function judge(budget: Budget, hours: readonly HourTally[], hour: Temporal.Instant): LimitState {
  const { credit, perHour } = budget;
  if (credit !== undefined) {
    const { left } = creditOf(hours, credit, hour);
    return { left, freeAt: left < 1 ? creditReturnsAt(hours, credit, hour) : hour };
  }
  const sent = hours.find((tally) => tally.hour.equals(hour))?.sent ?? 0;
  const left = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - sent;
  return { left, freeAt: hour.add({ hours: 1 }) };
}

/** What was counted, with the present hour as it is by now. */
export function withHour(tallies: Tallies, present: Tallies, hour: Temporal.Instant): Tallies {
  const earlier = [...tallies].map(
    ([name, hours]) => [name, hours.filter((tally) => !tally.hour.equals(hour))] as const,
  );
  const merged = new Map<string, readonly HourTally[]>(earlier);
  for (const [name, hours] of present) merged.set(name, [...(merged.get(name) ?? []), ...hours]);
  return merged;
}

/** The beginning of the hour of a moment. */
export function hourOf(moment: Temporal.Instant): Temporal.Instant {
  return moment.round({ smallestUnit: 'hour', roundingMode: 'floor' });
}

function hoursOf(tallies: Tallies, key: TallyKey): readonly HourTally[] {
  return tallies.get(tallyName(key)) ?? [];
}
