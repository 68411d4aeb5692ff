/** Policy values of approvals, by their policy names. */

/** `sca-failures-max`: wrong passwords, and wrong codes, of one authorisation. RTS art. 4(3)(b) */
export const scaFailuresMax = 5;
/** `sca-page-idle`: an open page without a form. RTS art. 4(3)(d); polling is no activity. */
export const pageIdleMinutes = 5;
/** `sca-page-total`: from the arrival on the page to the approval. */
export const pageTotalMinutes = 15;
/** `sca-device-wait`: how long a device is asked. */
export const deviceWaitMinutes = 5;
/** `sca-device-requests-max`: requests to a device that one authorisation sends. */
export const deviceRequestsMax = 2;
/** `sca-device-requests-per-hour`: authorisations in which one third party asks the device of one customer. */
export const deviceRequestsPerHour = 5;
/** `sca-code-resend-after`: after the first and each further message. Authorization sends none earlier (`otp-resend-wait`). */
export const codeResendAfterSeconds = [30, 60] as const;
/** `sca-codes-max`: messages with a code that one authorisation sends. */
export const codesMax = 3;
/** `confirmation-code-validity`: from the approval on the page to the confirmation by the third party. */
export const confirmationCodeMinutes = 10;
/** `sca-accounts-max`: accounts that are offered for one approval. */
export const offeredAccountsMax = 200;
/** `sca-open-max`: authorisations that wait at the same time for one subject. */
export const openAuthorisationsMax = 20;
/** `exemption-strong-authentication-age`: without two factors for this long, no payment is exempted. */
export const strongAuthenticationDays = 180;
/** `sca-recurring-max`: exempted payments in a row after which also a payment of a series needs two factors again. */
export const recurringCountMax = 5;
/** `exemption-series-gap`: payments of a series are further apart than this; weekly ones may fall on an earlier day. */
export const seriesGapDays = 5;
/** `exemption-series-life`: a series without a payment for this long is forgotten; yearly ones may be late. */
export const seriesLifeDays = 400;
/** `sca-retention`: how long an ended authorisation is kept. */
export const retentionDays = 90;

/** Returns how long after a message the customer may ask for the next one. */
export function resendWaitSeconds(codesSent: number): number {
  const [first, further] = codeResendAfterSeconds;
  return codesSent <= 1 ? first : further;
}
