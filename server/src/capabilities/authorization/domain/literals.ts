/** Words of the authorization interface, spelled as the specification spells them. */

/** How a one-time password travels. */
export const otpChannels = ['sms', 'email'] as const;
export type OtpChannel = (typeof otpChannels)[number];

/** `sensitive-actions`: what a second factor may be asked for. */
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

/** What a user shows for having passed a second factor. */
export const proofKinds = ['sms-otp', 'oath', 'ocra', 'device-signature'] as const;
export type ProofKind = (typeof proofKinds)[number];
