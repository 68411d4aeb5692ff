import type { Temporal } from 'temporal-polyfill';

/** What a key signs. A token of one class is never believed as another, so each has keys of its own. */
export const tokenClasses = ['access-token', 'id-token'] as const;
export type TokenClass = (typeof tokenClasses)[number];

/** A key as everybody may know it. */
export interface SigningKey {
  readonly bankId: string;
  readonly keyId: string;
  readonly tokenClass: TokenClass;
  readonly algorithm: 'ES256';
  /** As it is published (RFC 7517). */
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly createdAt: Temporal.Instant;
  /** Told to the world before; used from here on. */
  readonly signsFrom: Temporal.Instant;
  /** Set when it has a successor: believed no longer than this. */
  readonly verifiesUntil: Temporal.Instant | undefined;
}

/** How long a rotation takes its time. */
export interface RotationPace {
  /** The new key is published this long before it signs, so that everybody has seen it. */
  readonly announceSeconds: number;
  /** The old key is believed this long after its last signature: the life of a token and a little more. */
  readonly overlapSeconds: number;
}

/** Tokens live five minutes; clocks may differ. */
export const usualPace: RotationPace = { announceSeconds: 60, overlapSeconds: 360 };

/** Policy: a key signs for a quarter of a year. */
const signsForDays = 90;

/** Keys whose signatures are believed, those that will sign soon included. */
export function publishedKeys<Key extends SigningKey>(
  keys: readonly Key[],
  now: Temporal.Instant,
): readonly Key[] {
  return keys.filter(({ verifiesUntil }) => verifiesUntil === undefined || isBefore(now, verifiesUntil));
}

/** The key that signs now: the youngest whose time has come. */
export function signingKeyAt(
  keys: readonly SigningKey[],
  tokenClass: TokenClass,
  now: Temporal.Instant,
): SigningKey | undefined {
  return publishedKeys(keys, now)
    .filter((key) => key.tokenClass === tokenClass && !isBefore(now, key.signsFrom))
    .toSorted(byYouth)
    .at(0);
}

/** The youngest first. Of two that begin at the same moment, the one that is believed longer: the other is its predecessor. */
function byYouth(one: SigningKey, other: SigningKey): number {
  const byStart = other.signsFrom.epochMilliseconds - one.signsFrom.epochMilliseconds;
  return byStart === 0 ? endOf(other) - endOf(one) : byStart;
}

function endOf({ verifiesUntil }: SigningKey): number {
  return verifiesUntil?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER;
}

/** The moments of a rotation begun now. */
export function rotationTimes(
  now: Temporal.Instant,
  { announceSeconds, overlapSeconds }: RotationPace,
): { readonly signsFrom: Temporal.Instant; readonly predecessorVerifiesUntil: Temporal.Instant } {
  const signsFrom = now.add({ seconds: announceSeconds });
  return { signsFrom, predecessorVerifiesUntil: signsFrom.add({ seconds: overlapSeconds }) };
}

/** The key without a successor, if there is one. */
export function currentKey(keys: readonly SigningKey[], tokenClass: TokenClass): SigningKey | undefined {
  return keys.find((key) => key.tokenClass === tokenClass && key.verifiesUntil === undefined);
}

/** Whether a key has signed long enough. */
export function isRotationDue({ signsFrom }: SigningKey, now: Temporal.Instant): boolean {
  return !isBefore(now, signsFrom.add({ hours: 24 * signsForDays }));
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochMilliseconds < other.epochMilliseconds;
}
