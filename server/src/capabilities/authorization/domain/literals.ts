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
export type SensitiveAction = (typeof sensitiveActions)[number];

export const challengeModes = ['signature', 'random'] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** Kinds of proof that a user passed a second factor. */
export const proofKinds = ['sms-otp', 'oath', 'ocra', 'device-signature'] as const;
export type ProofKind = (typeof proofKinds)[number];
