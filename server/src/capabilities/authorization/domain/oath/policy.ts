/** Policy values of OATH tokens: the defaults of the specification, by their policy names. */

/** `totp-step` */
export const totpStepSeconds = 30;
/** `totp-window`: steps back and ahead. */
export const totpWindowSteps = 1;
/** `totp-drift-max` */
export const totpDriftMaxSteps = 3;
/** `hotp-look-ahead` */
export const hotpLookAhead = 5;
/** `hotp-resync-window` */
export const hotpResyncWindow = 50;
/** `hotp-look-behind` */
export const hotpLookBehind = 10;
/** `hotp-resync-time` */
export const hotpResyncTimeMinutes = 5;
/** Maximum number of evaluated guesses of one user in any 24 hours, however small the chance of each is. */
export const guessesPerDayMax = 20;
