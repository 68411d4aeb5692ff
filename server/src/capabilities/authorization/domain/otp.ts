import type { Temporal } from 'temporal-polyfill';
import type { BuiltInAction, OtpChannel, SensitiveAction } from './literals.ts';
import {
  otpDigits,
  otpDigitsMoney,
  otpEmailValidityMinutes,
  otpSmsValidityMinutes,
  proofLifetimeMinutes,
  signupProofLifetimeMinutes,
} from './policy.ts';

const moneyActions: ReadonlySet<string> = new Set<BuiltInAction>(['payment', 'consent']);
const actionsForUnknownRecipients: ReadonlySet<SensitiveAction> = new Set([
  'registration',
  'username-recovery',
  'password-reset',
]);

/** Returns how many digits the code of an action has; codes that authorize money have two more. */
export function digitsFor(action: SensitiveAction | undefined): number {
  return action !== undefined && moneyActions.has(action) ? otpDigitsMoney : otpDigits;
}

/** Returns whether the message with a code for this action states what it authorizes, accounts in full. */
export function isLinkedAction(action: string): boolean {
  return moneyActions.has(action);
}

/** Returns whether a code for this action may go to a number or address that belongs to no known user. */
export function allowsUnknownRecipient(action: SensitiveAction | undefined): boolean {
  return action !== undefined && actionsForUnknownRecipients.has(action);
}

/** Returns how long a code is valid. */
export function validityOf(channel: OtpChannel): { readonly minutes: number } {
  return { minutes: channel === 'sms' ? otpSmsValidityMinutes : otpEmailValidityMinutes };
}

/** Returns how long a passed verification counts as proof. A sign-up takes longer than a signature. */
export function proofLifetimeOf(action: SensitiveAction | undefined): { readonly minutes: number } {
  return { minutes: action === 'registration' ? signupProofLifetimeMinutes : proofLifetimeMinutes };
}

/** Facts that decide the state of a verification or challenge. Expiry follows from the time and is not stored. */
export interface OneTimeFacts {
  readonly attempts: number;
  readonly attemptsMax: number;
  readonly expiresAt: Temporal.Instant;
  readonly supersededAt: Temporal.Instant | undefined;
  readonly voidedAt?: Temporal.Instant | undefined;
  readonly verifiedAt: Temporal.Instant | undefined;
  readonly proofUntil: Temporal.Instant | undefined;
  readonly consumedAt: Temporal.Instant | undefined;
}

export type OneTimeState =
  | 'in-progress'
  | 'verified'
  | 'consumed'
  | 'lapsed'
  | 'exhausted'
  | 'expired'
  | 'superseded'
  | 'void';

/** Returns the state of a verification or challenge. SPEC channel interfaces 10.6 and 10.7: passed is final. */
export function stateOf(facts: OneTimeFacts, now: Temporal.Instant): OneTimeState {
  return passedState(facts, now) ?? openState(facts, now);
}

function passedState(
  { consumedAt, proofUntil, verifiedAt }: OneTimeFacts,
  now: Temporal.Instant,
): OneTimeState | undefined {
  if (verifiedAt === undefined || proofUntil === undefined) return undefined;
  if (consumedAt !== undefined) return 'consumed';
  return isBefore(now, proofUntil) ? 'verified' : 'lapsed';
}

function openState(facts: OneTimeFacts, now: Temporal.Instant): OneTimeState {
  const { attempts, attemptsMax, expiresAt, supersededAt, voidedAt } = facts;
  if (voidedAt !== undefined) return 'void';
  if (supersededAt !== undefined) return 'superseded';
  if (attempts >= attemptsMax) return 'exhausted';
  return isBefore(now, expiresAt) ? 'in-progress' : 'expired';
}

/** Returns why a verification or challenge takes no attempt: `used` if the right code was presented once. */
export function overReason(
  state: OneTimeState,
): 'unknown' | 'used' | 'exhausted' | 'expired' | 'superseded' | 'void' {
  switch (state) {
    case 'verified':
    case 'consumed':
    case 'lapsed':
      return 'used';
    case 'in-progress':
      return 'unknown';
    case 'exhausted':
    case 'expired':
    case 'superseded':
    case 'void':
      return state;
  }
}

const linkLike =
  /[a-z][a-z0-9+.\-]*:\/\/|\bwww\.|[\p{L}\p{M}\p{N}\-]+\.[\p{L}\p{M}]{2,}|\d{1,3}(?:\.\d{1,3}){3}|@[\p{L}\p{M}\p{N}\-]+\./iv;
/** Control characters and line breaks, and invisible characters that reorder or join visible ones. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/v;
/** Characters that name servers treat as dots. */
const otherDots = /[\u3002\uFF0E\uFF61]/g;

/**
 * Returns whether a text may be part of a message with a code: it has no link and no line break. Browsers trust the
 * last line of an SMS.
 */
export function isPlainMessage(text: string): boolean {
  return !unseen.test(text) && !linkLike.test(text.replaceAll(otherDots, '.').normalize('NFKC'));
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds < other.epochNanoseconds;
}
