/** The events that create or end actions about contacts. */
export const contactEvents = [
  'user-registered',
  'email-verification-started',
  'phone-number-verification-started',
  'email-verified',
  'phone-number-verified',
  'unverified-email-removed',
  'unverified-phone-number-removed',
] as const;
