import { definePolicy } from '#platform/kernel/policy.ts';

/** Policy values of identity: the specification's defaults, by their policy names. */

/** `password-length-min` */
export const passwordLengthMin = 15;
/** `password-length-max` */
export const passwordLengthMax = 128;
/** `login-failures-max`, in a row. */
export const loginFailuresMax = 5;
/** `login-lock-first` */
export const loginLockFirstMinutes = 15;
/** `login-lock-max` */
export const loginLockMaxMinutes = 1_440;
/** `login-hard-stop`, in a row over all locks: closes password sign-in for that device class. */
export const loginHardStop = 100;
/** From this count on the customer is warned that further failures close password sign-in. RTS art. 4(4) */
export const loginWarnAt = 90;
/** `answers-min` */
export const answersMin = 3;
/** `answers-max` */
export const answersMax = 5;
/** `answer-failures-max`, per 24 hours. */
export const answerFailuresMax = 3;
/** `answer-lock` */
export const answerLockHours = 24;
/** Whether the bank has security questions: 1, or 0. */
export const securityQuestionsEnabled = definePolicy({
  name: 'security-questions-enabled',
  unit: '1 for a bank with security questions',
  default: 1,
  min: 0,
  max: 1,
});
/** How long right security answers open a code in a recovery; 0: they open nothing. */
export const answerProofValidity = definePolicy({
  name: 'answer-proof-validity',
  unit: 'minutes',
  default: 15,
  min: 0,
  max: 60,
});
/** `recovery-per-hour`, per identifier and per network of the person. */
export const recoveryPerHour = 3;
/** `recovery-per-day`, per identifier and per network of the person. */
export const recoveryPerDay = 5;
// GAP: an application connects from its own address, so limits by source address would be one for all its users.
// ADR-0051
/** Recoveries of one application per day. Above it, requests without the person's address are refused. */
export const recoveryClientPerDay = 10_000;
/** Sign-ups of one application per day. Above it, requests without the person's address are refused. */
export const signupClientPerDay = 5_000;
/** `reset-credential-length` */
export const resetCredentialLength = 20;
/** `reset-validity-sms` */
export const resetValiditySmsMinutes = 10;
/** `reset-validity-email` */
export const resetValidityEmailMinutes = 60;
/** `email-confirm-validity` */
export const emailConfirmValidityMinutes = 60;
/** `phone-confirm-validity` */
export const phoneConfirmValidityMinutes = 10;
/** `contact-probes-per-day`, per user. */
export const contactProbesPerDay = 5;
/** `unverified-removal` */
export const unverifiedRemovalDays = 7;
/** `pending-user-removal` */
export const pendingUserRemoval = definePolicy({
  name: 'pending-user-removal',
  unit: 'days',
  default: 7,
  min: 1,
  max: 90,
});
/** `available-per-minute`, per session. */
export const availablePerMinute = 10;
/** `available-per-day`, per session. */
export const availablePerDay = 100;
/** `available-client-per-day` */
export const availableClientPerDay = 1_000;
/** `username-changes`, per year. */
export const usernameChangesMax = definePolicy({
  name: 'username-changes',
  unit: 'changes in a year',
  default: 2,
  min: 0,
  max: 12,
});
/** `old-username-reserved` */
export const oldUsernameReservedYears = 1;
/** `closed-username-reserved` */
export const closedUsernameReservedYears = 10;
/** `linked-logins-max` */
export const linkedLoginsMax = 5;
/** `picture-size-max` */
export const pictureSizeMaxBytes = 2_000_000;
/** `password-policy-cache` */
export const passwordPolicyCacheSeconds = 3_600;
/** `cooling-period` after a new phone number, and of a new user. */
export const coolingHours = 24;
/** `session-idle` on our pages. RTS art. 4(3)(d) */
export const signInIdleSeconds = 300;

/** `step-up-max-age`: how old a sign-in may be when a contact is changed. */
export const stepUpMaxAgeSeconds = 300;
/** Maximum duration of a sign-in. */
export const signInAbsoluteSeconds = 900;
/** How often, and for how long, a sign-in form may be submitted again and gets the same response. */
export const formRepeatsMax = 3;
export const formRepeatableSeconds = 60;
/** After this time another instance may process a form that an instance has not finished. */
export const formLockSeconds = 10;
/** `retention-user`, after closing. */
export const retentionUser = definePolicy({
  name: 'retention-user',
  unit: 'years',
  default: 1,
  min: 1,
  max: 30,
});
/** `retention-logins` */
export const retentionLogins = definePolicy({
  name: 'retention-logins',
  unit: 'months',
  default: 13,
  min: 1,
  max: 120,
});
/**
 * Sign-ins from one network within ten minutes that failed or are being checked, before the network has to wait; paired
 * browsers are exempt. Whole offices share one address, and many of their passwords may be queued at once.
 */
export const addressFailuresMax = 100;
export const addressFailuresMinutes = 10;
/** A password that failed for this many usernames in a day is refused on browsers without an earlier sign-in. */
export const sprayFailuresMax = 20;
/**
 * Passwords that a third party passed on and that failed or are being checked, over all usernames: `loginFailuresMax`
 * limits what it guesses about one customer, this limits how many customers it tries.
 */
export const thirdPartyFailuresMax = 100;
export const thirdPartyFailuresMinutes = 10;
export const thirdPartyFailuresPerDay = 1_000;
/** The same for one username at one third party, in a day. */
export const thirdPartyNameFailuresPerDay = 20;
/** The same for one username at all third parties, in a day; no third party can use it up alone. */
export const nameThirdPartiesFailuresPerDay = 60;
/** How long the page of an approval may wait for a passkey. */
export const passkeyProofMinutes = 5;
/** Open passkey proofs of a user; the oldest ends when another begins. */
export const passkeyProofsOpenMax = 5;
/** Maximum number of codes sent per sign-in. */
export const codesPerSignInMax = 5;
/** Usernames that cannot be registered. */
export const reservedUsernames: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'anonymous',
  'customer-service',
  'helpdesk',
  'noreply',
  'no-reply',
  'operator',
  'portico',
  'postmaster',
  'security',
  'service',
  'support',
  'system',
  'webmaster',
]);

/** What each bank may choose. */
export const identityPolicies = [
  securityQuestionsEnabled,
  answerProofValidity,
  pendingUserRemoval,
  retentionUser,
  retentionLogins,
  usernameChangesMax,
] as const;
