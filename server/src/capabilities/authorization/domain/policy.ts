import { definePolicy } from '#platform/kernel/policy.ts';

/** Policy values of one-time passwords and attempt limits: the defaults of the specification, by their policy names. */

/** `otp-digits` */
export const otpDigits = 6;
/** `otp-digits-money`, where the code authorises a payment, a consent or a basket. */
export const otpDigitsMoney = 8;
/** `otp-sms-validity` */
export const otpSmsValidityMinutes = 5;
/** `otp-email-validity` */
export const otpEmailValidityMinutes = 10;
/** Maximum length of the text that a message with a code may carry. */
export const otpMessageMax = 120;
/** `otp-attempts-max` */
export const otpAttemptsMax = 5;
/** `proof-lifetime` */
export const proofLifetimeMinutes = 5;
/** `signup-proof-lifetime` */
export const signupProofLifetimeMinutes = 15;
/** `ocra-challenge-validity` */
export const ocraChallengeValidity = definePolicy({
  name: 'ocra-challenge-validity',
  unit: 'minutes',
  default: 3,
  min: 1,
  max: 15,
});
/** `ocra-attempts-max` */
export const ocraAttemptsMax = definePolicy({
  name: 'ocra-attempts-max',
  unit: 'attempts at a challenge',
  default: 3,
  min: 1,
  max: 5,
});
/** `ocra-open-max` */
export const ocraOpenMax = definePolicy({
  name: 'ocra-open-max',
  unit: 'open challenges of a user',
  default: 3,
  min: 1,
  max: 10,
});
/** `signature-data-max` */
export const signatureDataMax = 1_000;
/** `factor-failures-max`, in a row over all second factors. */
export const factorFailuresMax = 5;
/** `factor-block-first` */
export const factorBlockFirstMinutes = 30;
/** `factor-block-second` */
export const factorBlockSecondMinutes = 120;
/** `factor-blocks-max`, in 24 hours. */
export const factorBlocksMax = 3;
/** Attempts at second factors in any 24 hours, unless a token of the user requires fewer. */
export const dailyTriesMax = 20;
/** Share of the daily cap from which on the bank is alerted. */
export const dailyAlertShare = 0.75;
/** `payload-max` */
export const payloadMaxBytes = 1_000_000;
/** `calling-context-max` */
export const callingContextMaxBytes = 16_000;
/** Retention of codes and challenges, for callers that ask for their state. */
export const verificationRetentionHours = 24;
/** Retention of decided changes of signing rules, former memberships and absences: as long as that of signatures. */
export const signingHistoryYears = 10;
/** `totp-digits` */
export const totpDigits = 8;
/** Length of the seeds that the server generates. */
export const tokenSeedBytes = 32;
/** Seeds of OCRA tokens, as long as their hash. */
export const ocraSeedBytes = 64;
/** `collection-validity` */
export const collectionValidityDays = 14;

/** What each bank may choose. */
export const authorizationPolicies = [ocraChallengeValidity, ocraAttemptsMax, ocraOpenMax] as const;
