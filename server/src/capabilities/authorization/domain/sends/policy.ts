/**
 * Policy values of sending codes: the defaults of the specification by their policy names, and the values it leaves
 * open.
 */

/** `otp-resend-wait`: after the first, the second and every further send of an hour. */
export const otpResendWaitSeconds = [30, 60, 120] as const;
/** `otp-per-hour`: codes to one recipient that were not used. */
export const otpPerHour = 5;
/** `otp-per-day`: codes to one recipient that were not used. */
export const otpPerDay = 10;
/** `otp-unregistered-per-hour`, to one recipient that belongs to no known user; used codes count as well. */
export const otpUnregisteredPerHour = 3;

// GAP: sessions end after five idle minutes, so five codes an hour stop customers who use each of them. ADR-0051

/** Codes to one registered user in an hour, used or not: one for each five idle minutes (`session-idle`). */
export const otpWithUsedPerHour = 12;
/** Codes to one registered user in a day, used or not. */
export const otpWithUsedPerDay = 30;

/** `otp-prefix-per-hour`, of one client to one number range. */
export const otpPrefixPerHour = 200;

// GAP: limits per hour of client, country and bank are required, their sizes are not given. ADR-0036

/** Messages of one client to known users, in an hour: more than that means a mailing to all users at once. */
export const registeredPerClientHour = 20_000;
/** E-mails of one client to unknown recipients, in an hour. */
export const unregisteredEmailPerClientHour = 2_000;
/** Text messages of one client to unknown recipients, in an hour. */
export const unregisteredPerClientHour = 1_000;
/** Text messages of the whole bank to unknown recipients, in an hour. */
export const unregisteredPerBankHour = 2_000;
/** Of these, to destinations where neither the number range nor the country has a history of used codes. */
export const unprovenPerBankHour = 100;

/** Codes that may be outstanding in a number range, and how many more its used codes can earn. */
export const blockCredit = { start: 20, earnedMax: 100 } as const;
/** The same for a country. */
export const countryCredit = { start: 50, earnedMax: 400 } as const;
/** A range that earned this much is evaluated alone: misuse of other ranges of its country does not close it. */
export const blockProvenFrom = 10;
/** A country whose credit is this far above its start does not count towards the limit of unproven destinations. */
export const countryProvenFrom = 20;
/** Unused codes count for this many hours, the present one included: the time until a closed destination reopens. */
export const outstandingHours = 6;
/** Credit earned by used codes counts for this many hours. */
export const earnedHours = 24;
/** Retention of send counters. No limit looks further back. */
export const sendRetentionHours = 48;
