/** Policy values of sending codes: the specification's defaults by their policy names, and what it leaves open. */

/** `otp-resend-wait`: after the first, the second and every further send of an hour. */
export const otpResendWaitSeconds = [30, 60, 120] as const;
/** `otp-per-hour`: codes to one recipient that were not used. */
export const otpPerHour = 5;
/** `otp-per-day`: codes to one recipient that were not used. */
export const otpPerDay = 10;
/** `otp-unregistered-per-hour`, to one recipient of whom we know nothing; used codes count as well. */
export const otpUnregisteredPerHour = 3;

// GAP: sessions end after five idle minutes, so five codes an hour stop customers who use each of them. ADR-0051

/** Codes to one registered user in an hour, used or not: one for each five idle minutes (`session-idle`). */
export const otpWithUsedPerHour = 12;
/** Codes to one registered user in a day, used or not. */
export const otpWithUsedPerDay = 30;

/** `otp-prefix-per-hour`, of one client to one block of numbers. */
export const otpPrefixPerHour = 200;

// GAP: budgets of client, country and bank hour are asked for, their sizes are not given. ADR-0036

/** Messages of one client to people we know, in an hour: beyond it somebody writes to all of our users at once. */
export const registeredPerClientHour = 20_000;
/** E-mails of one client to addresses of nobody we know, in an hour. */
export const unregisteredEmailPerClientHour = 2_000;
/** Text messages of one client to numbers of nobody we know, in an hour. */
export const unregisteredPerClientHour = 1_000;
/** Text messages of the whole bank to numbers of nobody we know, in an hour. */
export const unregisteredPerBankHour = 2_000;
/** Of these, where neither block nor country has shown that codes are used there. */
export const unprovenPerBankHour = 100;

/** Codes that may be outstanding in a block of numbers, and how many more its used codes can earn. */
export const blockCredit = { start: 20, earnedMax: 100 } as const;
/** The same for a country. */
export const countryCredit = { start: 50, earnedMax: 400 } as const;
/** A block that earned so much stands for itself: the misuse of other blocks of its country does not close it. */
export const blockProvenFrom = 10;
/** A country whose credit is so far above its start does not draw on what is set aside for unknown places. */
export const countryProvenFrom = 20;
/** What was sent and not used counts for so many hours, the present one included: the time a breaker needs to cool. */
export const outstandingHours = 6;
/** What used codes have earned counts for so many hours. */
export const earnedHours = 24;
/** Afterwards nobody asks what was sent. */
export const sendRetentionHours = 48;
