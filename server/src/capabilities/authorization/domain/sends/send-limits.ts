import type { Temporal } from 'temporal-polyfill';
import type { Destination } from './destination.ts';
import {
  blockCredit,
  blockProvenFrom,
  countryCredit,
  countryProvenFrom,
  earnedHours,
  otpPrefixPerHour,
  registeredPerClientHour,
  unprovenPerBankHour,
  unregisteredEmailPerClientHour,
  unregisteredPerBankHour,
  unregisteredPerClientHour,
} from './policy.ts';
import { type CreditRule, creditOf, creditReturnsAt, type HourTally } from './send-credit.ts';

export type TallyScope = 'bank' | 'client' | 'country' | 'prefix';

/** Key of a send counter. */
export interface TallyKey {
  readonly scope: TallyScope;
  readonly key: string;
}

/** A limit that a send must fit into. Without a value it is only a counter, which other limits read. */
export interface SendLimit extends TallyKey {
  readonly perHour?: number;
  /** Keys of the counters that are added up, where sends are spread over several; otherwise the one of the limit. */
  readonly addedKeys?: readonly string[];
  readonly credit?: CreditRule;
}

/** A send, as send limits count it. */
export interface CountedSend {
  readonly channel: 'sms' | 'email';
  readonly clientId: string;
  readonly isRegistered: boolean;
  /** Absent for e-mail, and for dummy sends. */
  readonly destination: Destination | undefined;
  /** Any number; sends with different ones are counted apart where the limit allows it. */
  readonly spread?: number;
}

/**
 * Counters over which the sends of a client to known users are spread. A counter is locked until the command commits, and
 * with a single one the codes of a bank's app would be sent one after the other. Sends of the same moment in different
 * counters do not see each other, so a limit of thousands may be exceeded by as many as are in flight.
 */
const clientCounters = 16;

/** Previous sends, without the evaluated one, by `tallyName`. */
export type Tallies = ReadonlyMap<string, readonly HourTally[]>;

export function tallyName({ key, scope }: { readonly scope: string; readonly key: string }): string {
  return `${scope} ${key}`;
}

export type LimitVerdict =
  /** With the limits that this send exhausts. */
  | { readonly kind: 'granted'; readonly usedUp: readonly SendLimit[] }
  | { readonly kind: 'refused'; readonly sendLimit: SendLimit; readonly retryAfterSeconds: number };

/**
 * Returns the limits of a send, in the order in which every command locks them.
 *
 * Known users have a verified number and are bounded by the limits per recipient. Their sends share no counter with
 * sends to unknown recipients, so an attack on unknown numbers cannot exhaust their limits. Among unknown recipients,
 * those in proven number ranges do not share a counter with unproven ones, which an attack over many destinations
 * exhausts first.
 */
export function limitsOf(send: CountedSend, tallies: Tallies, hour: Temporal.Instant): readonly SendLimit[] {
  const { channel, clientId, isRegistered, destination } = send;
  const audience = isRegistered ? 'registered' : 'unregistered';
  const key = `${channel}-${audience} ${clientId}`;
  const client: SendLimit = { scope: 'client', key, perHour: clientPerHour(send) };
  if (isRegistered) return [spreadLimit(client, send.spread ?? 0)];
  if (destination === undefined) return [client];
  const standing = standingOf(destination, tallies, hour);
  const unproven: SendLimit = { scope: 'bank', key: 'unproven', perHour: unprovenPerBankHour };
  const country: TallyKey = { scope: 'country', key: destination.country };
  return [
    ...(standing === 'unproven' ? [unproven] : []),
    { scope: 'bank', key: 'unregistered', perHour: unregisteredPerBankHour },
    { scope: 'client', key: `${destination.prefix} ${clientId}`, perHour: otpPrefixPerHour },
    client,
    standing === 'proven-block' ? country : { ...country, credit: countryCredit },
    { scope: 'prefix', key: destination.prefix, credit: blockCredit },
  ];
}

/** The first counter has the plain key, which the previous release counts in. */
function spreadLimit(limit: SendLimit, spread: number): SendLimit {
  const addedKeys = Array.from({ length: clientCounters }, (_, counter) =>
    counter === 0 ? limit.key : `${limit.key} #${counter}`,
  );
  return { ...limit, key: addedKeys[spread % clientCounters] ?? limit.key, addedKeys };
}

/** Returns all counters that the limits of a send may read: those of a destination without any history. */
export function tallyKeysOf(send: CountedSend, hour: Temporal.Instant): readonly TallyKey[] {
  return limitsOf(send, new Map(), hour).flatMap(({ addedKeys, key, scope }) =>
    (addedKeys ?? [key]).map((one) => ({ scope, key: one })),
  );
}

/** Returns how many hours the limits of a send look back: those of known users are per hour, credit is earned longer. */
export function hoursReadFor({ isRegistered }: Pick<CountedSend, 'isRegistered'>): number {
  return isRegistered ? 1 : earnedHours;
}

/**
 * Returns the counters that the use of a code is recorded in. For an unknown recipient these are the counters of the
 * send. A send to a known user was counted nowhere, so that its unused codes cannot close the number range; once used,
 * it is recorded as sent and used, in favour of the range. The country is not credited: the many sign-ins would hide an
 * attack on its other ranges.
 */
export function usedKeys(send: Omit<CountedSend, 'channel'>): readonly TallyKey[] {
  const { clientId, isRegistered, destination } = send;
  if (destination === undefined) return [];
  const block: TallyKey = { scope: 'prefix', key: destination.prefix };
  if (isRegistered) return [block];
  return [
    { scope: 'bank', key: 'unregistered' },
    { scope: 'client', key: `${destination.prefix} ${clientId}` },
    { scope: 'client', key: `sms-unregistered ${clientId}` },
    { scope: 'country', key: destination.country },
    block,
  ];
}

function clientPerHour({ channel, isRegistered }: CountedSend): number {
  if (isRegistered) return registeredPerClientHour;
  return channel === 'sms' ? unregisteredPerClientHour : unregisteredEmailPerClientHour;
}

function standingOf(
  destination: Destination,
  tallies: Tallies,
  hour: Temporal.Instant,
): 'proven-block' | 'proven-country' | 'unproven' {
  const block = creditOf(hoursOf(tallies, { scope: 'prefix', key: destination.prefix }), blockCredit, hour);
  if (block.earned >= blockProvenFrom) return 'proven-block';
  const country = creditOf(
    hoursOf(tallies, { scope: 'country', key: destination.country }),
    countryCredit,
    hour,
  );
  return country.left >= countryCredit.start + countryProvenFrom ? 'proven-country' : 'unproven';
}

/** Evaluates all limits of a send. When refused, it may be repeated when the last of them is free again. */
export function evaluateLimits(
  sendLimits: readonly SendLimit[],
  tallies: Tallies,
  now: Temporal.Instant,
): LimitVerdict {
  const hour = hourOf(now);
  const states = sendLimits.map((sendLimit) => ({
    budget: sendLimit,
    ...stateOfLimit(sendLimit, hoursOfLimit(tallies, sendLimit), hour),
  }));
  const [worst] = states
    .filter(({ left }) => left < 1)
    .toSorted((one, other) => other.freeAt.epochMilliseconds - one.freeAt.epochMilliseconds);
  if (worst === undefined) {
    const last = states.filter(({ left }) => left === 1);
    return { kind: 'granted', usedUp: last.map(({ budget: sendLimit }) => sendLimit) };
  }
  const seconds = (worst.freeAt.epochMilliseconds - now.epochMilliseconds) / 1_000;
  return { kind: 'refused', sendLimit: worst.budget, retryAfterSeconds: Math.ceil(seconds) };
}

interface LimitState {
  readonly left: number;
  readonly freeAt: Temporal.Instant;
}

function stateOfLimit(sendLimit: SendLimit, hours: readonly HourTally[], hour: Temporal.Instant): LimitState {
  const { credit, perHour } = sendLimit;
  if (credit !== undefined) {
    const { left } = creditOf(hours, credit, hour);
    return { left, freeAt: left < 1 ? creditReturnsAt(hours, credit, hour) : hour };
  }
  const sent = hours.filter((tally) => tally.hour.equals(hour)).reduce((sum, tally) => sum + tally.sent, 0);
  const left = perHour === undefined ? Number.POSITIVE_INFINITY : perHour - sent;
  return { left, freeAt: hour.add({ hours: 1 }) };
}

/** Returns the tallies with the present hour replaced. */
export function withHour(tallies: Tallies, present: Tallies, hour: Temporal.Instant): Tallies {
  const earlier = [...tallies].map(
    ([name, hours]) => [name, hours.filter((tally) => !tally.hour.equals(hour))] as const,
  );
  const merged = new Map<string, readonly HourTally[]>(earlier);
  for (const [name, hours] of present) merged.set(name, [...(merged.get(name) ?? []), ...hours]);
  return merged;
}

/** Returns the start of the hour of a time. */
export function hourOf(moment: Temporal.Instant): Temporal.Instant {
  return moment.round({ smallestUnit: 'hour', roundingMode: 'floor' });
}

function hoursOfLimit(tallies: Tallies, { addedKeys, key, scope }: SendLimit): readonly HourTally[] {
  return (addedKeys ?? [key]).flatMap((one) => hoursOf(tallies, { scope, key: one }));
}

function hoursOf(tallies: Tallies, key: TallyKey): readonly HourTally[] {
  return tallies.get(tallyName(key)) ?? [];
}
