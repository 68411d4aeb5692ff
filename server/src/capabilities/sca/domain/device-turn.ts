import { Temporal } from 'temporal-polyfill';
import {
  deviceBackOffMinutes,
  devicePageBackOffMinutes,
  deviceRequestsPerHour,
  deviceWindowAskersMax,
  deviceWindowMax,
  deviceWindowMinutes,
} from './policy.ts';

/** The bank's own page as one that asks. */
export const pageAsker = 'page';

/** Names a third party as one that asks. */
export function thirdPartyAsker(organisationId: string): string {
  return `third-party ${organisationId}`;
}

/** Names an application, which asks for a sign-in, as one that asks. */
export function applicationAsker(clientId: string): string {
  return `application ${clientId}`;
}

/** An earlier request to the devices of a customer. */
export interface EarlierRequest {
  readonly requestId: string;
  readonly asker: string;
  readonly askedAt: Temporal.Instant;
  /** When it stopped waiting, or will. */
  readonly endsAt: Temporal.Instant;
  readonly answer: 'approved' | 'declined' | undefined;
}

/** The one that asks now. */
export interface AskingNow {
  readonly asker: string;
  readonly now: Temporal.Instant;
  /** Its open request that the new one replaces. */
  readonly replaces?: string | undefined;
}

/** Why a customer is not asked now. */
export type TurnRefusal =
  /** A request of the same asker waits for an answer. */
  | { readonly kind: 'open' }
  /** The same asker has asked too often; until when follows from its own requests alone. */
  | { readonly kind: 'waiting'; readonly until: Temporal.Instant }
  /** The devices were asked too often by all together. */
  | { readonly kind: 'full' };

/**
 * Returns why the devices of a customer are not asked now. Each asker has one open request, and waits after requests
 * without an answer, so that one alone never takes what the others need. The same for unknown customers. ADR-0173
 */
export function turnRefusal(
  earlier: readonly EarlierRequest[],
  { asker, now, replaces }: AskingNow,
): TurnRefusal | undefined {
  const own = earlier.filter((one) => one.asker === asker).sort(byTime);
  const isOpen = ({ endsAt, requestId }: EarlierRequest): boolean =>
    requestId !== replaces && isAfter(endsAt, now);
  if (own.some(isOpen)) return { kind: 'open' };
  const until = latest([...backOffEnd(own, { asker, replaces }), ...ownLimits(own, asker)]);
  if (until !== undefined && isAfter(until, now)) return { kind: 'waiting', until };
  return isFull(earlier, { asker, now }) ? { kind: 'full' } : undefined;
}

function backOffEnd(
  own: readonly EarlierRequest[],
  { asker, replaces }: Omit<AskingNow, 'now'>,
): readonly Temporal.Instant[] {
  const ended = own.filter(({ requestId }) => requestId !== replaces);
  const unanswered = ended.slice(ended.findLastIndex(({ answer }) => answer !== undefined) + 1);
  const waits = asker === pageAsker ? devicePageBackOffMinutes : deviceBackOffMinutes;
  const minutes = waits[Math.min(unanswered.length, waits.length) - 1];
  const last = latest(unanswered.map(({ endsAt }) => endsAt));
  return minutes === undefined || last === undefined ? [] : [last.add({ minutes })];
}

/** Within a window a third party asks again only after an approval: otherwise it would take the share of another one. */
function ownLimits(own: readonly EarlierRequest[], asker: string): readonly Temporal.Instant[] {
  if (asker === pageAsker) return [];
  const last = own.at(-1);
  const ofHour = own.at(-deviceRequestsPerHour);
  return [
    ...(last === undefined || last.answer === 'approved'
      ? []
      : [last.askedAt.add({ minutes: deviceWindowMinutes })]),
    ...(ofHour === undefined ? [] : [ofHour.askedAt.add({ hours: 1 })]),
  ];
}

function isFull(
  earlier: readonly EarlierRequest[],
  { asker, now }: Pick<AskingNow, 'asker' | 'now'>,
): boolean {
  const since = now.subtract({ minutes: deviceWindowMinutes });
  const counted = earlier.filter(({ askedAt }) => isAfter(askedAt, since));
  if (counted.length >= deviceWindowMax) return true;
  const ofAskers = counted.filter((one) => one.asker !== pageAsker);
  return asker !== pageAsker && ofAskers.length >= deviceWindowAskersMax;
}

function byTime(one: EarlierRequest, other: EarlierRequest): number {
  return Temporal.Instant.compare(one.askedAt, other.askedAt);
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}

function latest(instants: readonly Temporal.Instant[]): Temporal.Instant | undefined {
  return instants.reduce<Temporal.Instant | undefined>(
    (found, one) => (found === undefined || isAfter(one, found) ? one : found),
    undefined,
  );
}
