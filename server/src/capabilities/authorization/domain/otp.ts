import type { Temporal } from 'temporal-polyfill';
import type { OtpChannel, SensitiveAction } from './literals.ts';
import {
  otpDigits,
  otpDigitsMoney,
  otpEmailValidityMinutes,
  otpSmsValidityMinutes,
  proofLifetimeMinutes,
  signupProofLifetimeMinutes,
} from './policy.ts';

const moneyActions: ReadonlySet<SensitiveAction> = new Set(['payment', 'consent']);
const actionsOfStrangers: ReadonlySet<SensitiveAction> = new Set([
  'registration',
  'username-recovery',
  'password-reset',
]);

/** How long the code for an action is; what moves money is worth two more digits. */
export function digitsFor(action: SensitiveAction | undefined): number {
  return action !== undefined && moneyActions.has(action) ? otpDigitsMoney : otpDigits;
}

/** Whether a code for this action may go to an address of which nobody is known. */
export function allowsUnknownRecipient(action: SensitiveAction | undefined): boolean {
  return action !== undefined && actionsOfStrangers.has(action);
}

/** How long a code can be typed in. */
export function validityOf(channel: OtpChannel): { readonly minutes: number } {
  return { minutes: channel === 'sms' ? otpSmsValidityMinutes : otpEmailValidityMinutes };
}

/** How long a passed verification can be shown as a proof. Signing up takes longer than signing. */
export function proofLifetimeOf(action: SensitiveAction | undefined): { readonly minutes: number } {
  return { minutes: action === 'registration' ? signupProofLifetimeMinutes : proofLifetimeMinutes };
}

/** What decides in which state a verification or challenge is. Expiry is a matter of time alone, nobody has to enter it. */
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

/** SPEC channel interfaces 10.6 and 10.7: where a verification or challenge stands. What was passed stays passed. */
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

/** Whether a state says that the right code was given once. */
export function isPassed(state: OneTimeState): boolean {
  return state === 'verified' || state === 'consumed' || state === 'lapsed';
}

const linkLike =
  /[a-z][a-z0-9+.\-]*:\/\/|\bwww\.|[\p{L}\p{M}\p{N}\-]+\.[\p{L}\p{M}]{2,}|\d{1,3}(?:\.\d{1,3}){3}|@[\p{L}\p{M}\p{N}\-]+\./iv;
/** Beside controls and breaks also what is not seen but turns or joins what is. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/v;
/** Dots that name servers take for dots. */
const otherDots = /[\u3002\uFF0E\uFF61]/g;

/**
 * Whether a text may stand in a message with a code: nothing that leads elsewhere, nothing that starts a new line.
 * The last line of an SMS is what a browser trusts.
 */
export function isPlainMessage(text: string): boolean {
  return !unseen.test(text) && !linkLike.test(text.replaceAll(otherDots, '.').normalize('NFKC'));
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochNanoseconds < other.epochNanoseconds;
}
