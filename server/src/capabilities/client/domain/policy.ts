import { definePolicy } from '#platform/kernel/policy.ts';

/** Policy values of the client interface: the specification's defaults, by their policy names. */

// Restrictions and fraud reports.
/** `client-restriction-max` */
export const clientRestrictionMax = definePolicy({
  name: 'client-restriction-max',
  unit: 'days',
  default: 90,
  min: 1,
  max: 366,
});
/** `fraud-reports-per-day`, per client. */
export const fraudReportsPerDay = definePolicy({
  name: 'fraud-reports-per-day',
  unit: 'reports of a client in 24 hours',
  default: 20,
  min: 1,
  max: 1_000,
});
/** `signature-recall-window` */
export const signatureRecallWindowHours = 24;
/** `retention-restriction`, for fraud reports as well. */
export const retentionRestriction = definePolicy({
  name: 'retention-restriction',
  unit: 'years',
  default: 10,
  min: 1,
  max: 30,
});
// Own data.

/** `change-code-digits` */
export const changeCodeDigits = 6;
/** `email-code-validity` */
export const emailCodeValidity = definePolicy({
  name: 'email-code-validity',
  unit: 'minutes',
  default: 60,
  min: 5,
  max: 1_440,
});
/** `email-codes-per-day`, per client. */
export const emailCodesPerDay = definePolicy({
  name: 'email-codes-per-day',
  unit: 'codes of a client in 24 hours',
  default: 3,
  min: 1,
  max: 20,
});
/** `phone-code-validity` */
export const phoneCodeValidity = definePolicy({
  name: 'phone-code-validity',
  unit: 'minutes',
  default: 10,
  min: 2,
  max: 60,
});
// `change-code-attempts-max` is `otp-attempts-max`: authorization creates the codes and counts the attempts.
/** `change-review-max` */
export const changeReviewMax = definePolicy({
  name: 'change-review-max',
  unit: 'days',
  default: 30,
  min: 1,
  max: 180,
});
// GAP: how soon a code may be requested again, and how long closed requests and actions are kept. ADR-0096
export const codeResendSeconds = 60;
export const closedRetentionDays = 400;
/** Change requests and actions that a client sees. */
export const shownRequestsMax = 20;
export const shownActionsMax = 50;
/** A document that expires within this time has to be renewed. */
export const documentNoticeDays = 30;
/** How long a contact that is not proven yet may wait; the same as `unverified-removal`. */
export const contactProofDays = 7;
/** How long a customer has to confirm where taxes are paid. */
export const taxStatusDays = 30;

/** What each bank may choose. */
export const clientPolicies = [
  clientRestrictionMax,
  fraudReportsPerDay,
  retentionRestriction,
  emailCodeValidity,
  emailCodesPerDay,
  phoneCodeValidity,
  changeReviewMax,
] as const;
