import { type AddedLiteral, isAddedLiteral } from './added-literal.ts';

/** Literals of the authorization interface, spelled as in the specification. */

/** Media that a one-time password is sent by. */
export const otpChannels = ['sms', 'email'] as const;
export type OtpChannel = (typeof otpChannels)[number];

/** `sensitive-actions`: actions that require a second factor. */
export const sensitiveActions = [
  'login',
  'registration',
  'username-recovery',
  'password-reset',
  'payment',
  'payee-registration',
  'consent',
  'contact-change',
  'device-pairing',
  'limit-change',
  'card-control',
] as const;
export type BuiltInAction = (typeof sensitiveActions)[number];
/** An action that a bank added. No rule of the product depends on it. */
export type AddedAction = AddedLiteral<'action'>;
export type SensitiveAction = BuiltInAction | AddedAction;

/** Returns whether the product has rules for an action. */
export function isBuiltInAction(action: string): action is BuiltInAction {
  return sensitiveActions.some((one) => one === action);
}

/** The stored action of codes that were sent without one. */
export const noAction = 'other';

/** Returns an action as a request names it; undefined for a text that no bank can add. */
export function actionNamed(text: string): SensitiveAction | undefined {
  if (isBuiltInAction(text)) return text;
  return isAddedLiteral<'action'>(text) && text !== noAction ? text : undefined;
}

export const challengeModes = ['signature', 'random'] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** Kinds of proof that a user passed a second factor. */
export const proofKinds = ['sms-otp', 'oath', 'ocra', 'device-signature'] as const;
export type ProofKind = (typeof proofKinds)[number];
