/** Policy values of the client interface: the specification's defaults, by their policy names. */

// Restrictions and fraud reports.
/** `client-restriction-max` */
export const clientRestrictionMaxDays = 90;
/** `fraud-reports-per-day`, per client. */
export const fraudReportsPerDay = 20;
/** `signature-recall-window` */
export const signatureRecallWindowHours = 24;
/** `retention-restriction`, for fraud reports as well. */
export const retentionRestrictionYears = 10;
// Own data.

/** `change-code-digits` */
export const changeCodeDigits = 6;
/** `email-code-validity` */
export const emailCodeValidityMinutes = 60;
/** `email-codes-per-day`, per client. */
export const emailCodesPerDay = 3;
/** `phone-code-validity` */
export const phoneCodeValidityMinutes = 10;
// `change-code-attempts-max` is `otp-attempts-max`: authorization creates the codes and counts the attempts.
/** `change-review-max` */
export const changeReviewMaxDays = 30;
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
