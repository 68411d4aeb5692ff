/** Policy values of OATH tokens: the specification's defaults, each said once, with its policy name. */

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
/** However small the chance of each is: evaluated guesses of one user in any 24 hours. */
export const guessesPerDayMax = 20;
