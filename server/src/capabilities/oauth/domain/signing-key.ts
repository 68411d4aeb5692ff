import type { Temporal } from 'temporal-polyfill';

/** Classes of tokens. Each has its own keys, so that a token of one class never passes as another. */
export const tokenClasses = ['access-token', 'id-token'] as const;
export type TokenClass = (typeof tokenClasses)[number];

/** Public part of a signing key. */
export interface SigningKey {
  readonly bankId: string;
  readonly keyId: string;
  readonly tokenClass: TokenClass;
  readonly algorithm: 'ES256';
  /** The published JWK (RFC 7517). */
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly createdAt: Temporal.Instant;
  /** The key is published earlier, and signs from this time. */
  readonly signsFrom: Temporal.Instant;
  /** Set when the key has a successor: end of its validity. */
  readonly verifiesUntil: Temporal.Instant | undefined;
}

/** Time limits of a rotation. */
export interface RotationPace {
  /** How long the new key is published before it signs, so that clients fetch it in time. */
  readonly announceSeconds: number;
  /** How long the old key stays valid after its last signature: the token lifetime plus a margin. */
  readonly overlapSeconds: number;
}

/** Access tokens live five minutes; the rest allows for clock differences. */
export const usualPace: RotationPace = { announceSeconds: 60, overlapSeconds: 360 };

/** Policy: a key signs for 90 days. */
const signsForDays = 90;

/** Returns the keys that are valid, including those that will sign soon. */
export function publishedKeys<Key extends SigningKey>(
  keys: readonly Key[],
  now: Temporal.Instant,
): readonly Key[] {
  return keys.filter(({ verifiesUntil }) => verifiesUntil === undefined || isBefore(now, verifiesUntil));
}

/** Returns the key that signs now: the newest one whose signing time has started. */
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

/** Newest first. Of two keys that start at the same time, the one with the later end: the other is its predecessor. */
function byYouth(one: SigningKey, other: SigningKey): number {
  const byStart = other.signsFrom.epochMilliseconds - one.signsFrom.epochMilliseconds;
  return byStart === 0 ? endOf(other) - endOf(one) : byStart;
}

function endOf({ verifiesUntil }: SigningKey): number {
  return verifiesUntil?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the times of a rotation that starts now. */
export function rotationTimes(
  now: Temporal.Instant,
  { announceSeconds, overlapSeconds }: RotationPace,
): { readonly signsFrom: Temporal.Instant; readonly predecessorVerifiesUntil: Temporal.Instant } {
  const signsFrom = now.add({ seconds: announceSeconds });
  return { signsFrom, predecessorVerifiesUntil: signsFrom.add({ seconds: overlapSeconds }) };
}

/** Returns the key without a successor, if there is one. */
export function currentKey(keys: readonly SigningKey[], tokenClass: TokenClass): SigningKey | undefined {
  return keys.find((key) => key.tokenClass === tokenClass && key.verifiesUntil === undefined);
}

/** Returns whether a key has reached the end of its signing period. */
export function isRotationDue({ signsFrom }: SigningKey, now: Temporal.Instant): boolean {
  return !isBefore(now, signsFrom.add({ hours: 24 * signsForDays }));
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochMilliseconds < other.epochMilliseconds;
}
