import { hash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { PskcKey } from '#adapters/pskc/read-pskc.ts';
import { type ImportedToken, parseSuite } from '#capabilities/authorization/index.ts';

/** Shorter seeds are easier to guess than codes. RFC 4226 R6. */
const seedMinBytes = 16;
const digitsDefault = 6;
const stepSecondsDefault = 30;
/** Code lengths that the interface accepts; a token with another length could never be used. */
const codeDigits = { min: 6, max: 8 };
/** Length of challenges and responses. */
const ocraDigits = 8;
const stepMaxSeconds = 3_600;
/** A clock that is further off is broken, and no resynchronization would reach it. */
const driftMaxSteps = 50;

/** Why a key cannot be imported, without secrets. */
export interface DeliveryError {
  readonly line: number;
  readonly reason: string;
}

/** Tokens of a file, or all its errors. */
export type Delivery =
  | { readonly kind: 'tokens'; readonly tokens: readonly ImportedToken[] }
  | { readonly kind: 'errors'; readonly errors: readonly DeliveryError[] };

/** Validates the keys of a file. One invalid key rejects the whole file. */
export function deliveryOf(keys: readonly PskcKey[], now: Temporal.Instant): Delivery {
  const errors = [
    ...keys.flatMap((key) => {
      const reason = errorOf(key, now);
      return reason === undefined ? [] : [{ line: key.line, reason: reason }];
    }),
    ...repeatedSerials(keys),
    ...repeatedSeeds(keys),
  ];
  if (errors.length > 0)
    return { kind: 'errors', errors: errors.toSorted((one, other) => one.line - other.line) };
  return { kind: 'tokens', tokens: keys.map(tokenOf) };
}

/** Tokens are assigned by serial number; a file without one uses the key id. */
function serialOf({ keyId, serial }: PskcKey): string {
  return serial ?? keyId;
}

function tokenOf(key: PskcKey): ImportedToken {
  const { algorithm, hash, seed, suite } = key;
  const isHotp = algorithm === 'hotp';
  return {
    serial: serialOf(key),
    kind: algorithm,
    suite: algorithm === 'ocra' ? (suite ?? '') : hash,
    digits: digitsOf(key),
    stepSeconds: stepOf(key),
    seed,
    counter: isHotp ? (key.counter ?? 0) : algorithm === 'totp' ? key.time : undefined,
    drift: algorithm === 'totp' ? (key.timeDrift ?? 0) : 0,
  };
}

function digitsOf({ digits }: PskcKey): number {
  return digits ?? digitsDefault;
}

function stepOf({ algorithm, suite, timeStepSeconds }: PskcKey): number {
  const ofSuite = algorithm === 'ocra' ? parseSuite(suite ?? '')?.timeStepSeconds : undefined;
  return ofSuite ?? timeStepSeconds ?? stepSecondsDefault;
}

type KeyCheck = (key: PskcKey, now: Temporal.Instant) => string | undefined;

const keyChecks: readonly KeyCheck[] = [
  ({ seed }) =>
    seed.reveal().length < seedMinBytes ? `the seed is shorter than ${seedMinBytes} bytes` : undefined,
  (key) => (key.algorithm === 'ocra' ? suiteError(key) : codeError(key)),
  (key, now) => (key.algorithm === 'totp' ? clockError(key, now) : undefined),
  ({ start }, now) =>
    start !== undefined && start.epochMilliseconds > now.epochMilliseconds
      ? 'it is not valid yet'
      : undefined,
  ({ expiry }, now) =>
    expiry !== undefined && expiry.epochMilliseconds <= now.epochMilliseconds ? 'it has expired' : undefined,
];

function errorOf(key: PskcKey, now: Temporal.Instant): string | undefined {
  for (const check of keyChecks) {
    const reason = check(key, now);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function codeError(key: PskcKey): string | undefined {
  const digits = digitsOf(key);
  return digits < codeDigits.min || digits > codeDigits.max
    ? `it shows ${digits} digits; codes have ${codeDigits.min} to ${codeDigits.max}`
    : undefined;
}

/** A device must respond to the challenges that this product sends: eight digits, time-based, and nothing else. */
function suiteError({ suite }: PskcKey): string | undefined {
  const parsed = parseSuite(suite ?? '');
  if (parsed === undefined) return 'its suite is not a suite of RFC 6287';
  const { digits, hasCounter, passwordHash, question, sessionBytes, timeStepSeconds } = parsed;
  if (digits !== ocraDigits) return `it responds with ${digits} digits; responses have ${ocraDigits}`;
  if (question.format !== 'numeric' || question.lengthMax < ocraDigits)
    return `it does not accept challenges of ${ocraDigits} digits`;
  if (timeStepSeconds === undefined) return 'its suite is not time-based';
  return hasCounter || passwordHash !== undefined || sessionBytes !== undefined
    ? 'its suite needs a counter, a password or a session'
    : undefined;
}

function clockError(key: PskcKey, now: Temporal.Instant): string | undefined {
  const { time, timeDrift = 0 } = key;
  const stepSeconds = stepOf(key);
  if (stepSeconds > stepMaxSeconds) return `its steps are longer than ${stepMaxSeconds} seconds`;
  if (Math.abs(timeDrift) > driftMaxSteps) return `its clock is more than ${driftMaxSteps} steps off`;
  // Only later steps are accepted, so a step in the future would make the token unusable until then.
  const step = Math.floor(now.epochMilliseconds / (stepSeconds * 1_000));
  return time !== undefined && time > step ? 'its last used time step is in the future' : undefined;
}

function repeatedSerials(keys: readonly PskcKey[]): readonly DeliveryError[] {
  return [...Map.groupBy(keys, serialOf)].flatMap(([serial, [first, ...others]]) =>
    others.map(({ line }) => ({
      line,
      reason: `serial number ${serial} is already in line ${first?.line ?? 0}`,
    })),
  );
}

/** The owner of one token could have copied its seed to the serial number of another. */
function repeatedSeeds(keys: readonly PskcKey[]): readonly DeliveryError[] {
  const bySeed = Map.groupBy(keys, ({ seed }) => hash('sha256', seed.reveal(), 'base64'));
  return [...bySeed.values()].flatMap(([, ...others]) =>
    others.map(({ line }) => ({ line, reason: 'another key of the file has the same seed' })),
  );
}
